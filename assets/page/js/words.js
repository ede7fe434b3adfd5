// What the page says, in the language of the browser or the one that was chosen. Numbers and dates follow it.
import en from "../text/en.js";
import fr from "../text/fr.js";

const TEXTS = { en, fr };
const KEY = "edge.language";

export let language = chosen();

function chosen() {
  const kept = localStorage.getItem(KEY);
  if (kept in TEXTS) return kept;
  const wanted = (navigator.languages ?? [navigator.language]).map((one) => one.slice(0, 2));
  return wanted.find((one) => one in TEXTS) ?? "en";
}

/** The language that is not in use. */
export function other() {
  return language === "en" ? "fr" : "en";
}

export function choose(name) {
  language = name;
  localStorage.setItem(KEY, name);
  document.documentElement.lang = name;
}

/** Whether there is a sentence of this key. */
export const has = (key) => Object.hasOwn(TEXTS[language], key);

/** The sentence of a key. `{name}` takes its value; a pair of forms is chosen by `count`. */
export function t(key, values = {}) {
  // A server that is newer than this page may name what it has no words for: the name is told.
  let text = TEXTS[language][key] ?? key.slice(key.indexOf("_") + 1);
  if (typeof text === "object") {
    text = text[new Intl.PluralRules(language).select(values.count) === "one" ? "one" : "other"];
  }
  return text.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === "number" ? number(values[name]) : String(values[name] ?? ""));
}

export function number(value, digits) {
  const fixed = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, fixed).format(value);
}

export function money(value) {
  const few = Math.abs(value) < 0.1 ? 4 : 2;
  return new Intl.NumberFormat(language, {
    style: "currency", currency: "USD", minimumFractionDigits: few, maximumFractionDigits: few,
  }).format(value);
}

export function bytes(value) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  let at = 0;
  while (value >= 1000 && at < units.length - 1) (value /= 1000), (at += 1);
  const shown = { style: "unit", unit: units[at], unitDisplay: at ? "short" : "long", maximumFractionDigits: value < 10 && at ? 1 : 0 };
  return new Intl.NumberFormat(language, shown).format(value);
}

export function moment(text) {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** A probability in a word: the bounds of the command line. */
export function level(value) {
  return t(value >= 0.9 ? "strong" : value >= 0.65 ? "good" : value >= 0.4 ? "fair" : "weak");
}
