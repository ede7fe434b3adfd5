// A quote as it is read: wrapped lines joined, items and paragraphs apart, code and table rows as such. Offsets
// stay those of the quote, so that a marked span lies where it was.
import { copied, el } from "./dom.js";
import { t } from "./words.js";

const ITEM = /^[ \t]*(?:[-*•–]\s|\(?\w{1,3}[.)]\s)/;

/** Paragraphs of prose as {start, end, item}: `end` is exclusive, offsets into `text`. */
export function paragraphs(text, from = 0, to = text.length) {
  const found = [];
  let at = from;
  for (const line of text.slice(from, to).split("\n")) {
    const start = at;
    at += line.length + 1;
    if (!line.trim()) {
      if (found.length) found.at(-1).closed = true;
      continue;
    }
    const item = ITEM.test(line);
    const last = found.at(-1);
    if (last && !last.closed && !item) last.end = start + line.length;
    else found.push({ start, end: start + line.length, item, closed: false });
  }
  return found;
}

/** `text[start:end]` as nodes: line ends are spaces, what lies in `span` is marked. */
export function run(text, start, end, span) {
  const say = (from, to) => text.slice(from, to).replaceAll("\n", " ");
  if (!span || span[1] <= start || span[0] >= end) return [say(start, end)];
  const [first, last] = [Math.max(span[0], start), Math.min(span[1], end)];
  return [say(start, first), el("mark", null, say(first, last)), say(last, end)].filter((one) => one !== "");
}

/** Code points to units of JavaScript's strings, for offsets that a record gives. */
export function unit(text, point) {
  let at = 0;
  for (const character of text) {
    if (point <= 0) break;
    at += character.length;
    point -= 1;
  }
  return at;
}

// Characters of a cell that stays on one line: a date or a number is not broken at its hyphens.
const SHORT = 16;

const cells = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

/** The rows of a quote under its headings, or null where it is no part of a table. */
export function rows(citation) {
  const above = (citation.context ?? "").split("\n");
  const head = above.pop();
  if (!head.includes("|")) return null;
  const headings = cells(head);
  const body = citation.quote.split("\n").filter((line) => line.trim()).map(cells);
  if (body.some((row) => row.length !== headings.length)) return null;
  return { caption: above.join(" ").trim(), headings, body };
}

function table({ caption, headings, body }) {
  return el("div", { class: "table", tabindex: "0", role: "group", "aria-label": caption || t("table") },
    el("table", null,
      caption && el("caption", null, caption),
      el("thead", null, el("tr", null, headings.map((cell) => el("th", { scope: "col" }, cell)))),
      el("tbody", null, body.map((row) => el("tr", null, row.map((cell) => el("td", { class: [...cell].length <= SHORT && "short" }, cell)))))));
}

/** A block of code as it stands, with a button that copies it. */
export function code(text) {
  const button = el("button", { class: "quiet copy", type: "button" }, t("copy"));
  button.addEventListener("click", () => copied(button, text, t("copied")));
  return el("div", { class: "code" }, el("pre", { tabindex: "0", role: "group", "aria-label": t("code") }, el("code", null, text)), button);
}

const place = (citation, point) => unit(citation.quote, point - citation.start);

/**
 * What a quote is made of, in order: {kind: "table", caption, headings, body}, {kind: "above" | "code", text},
 * {kind: "prose", start, end, item} with offsets into the quote.
 */
export function parts(citation) {
  const laidOut = rows(citation);
  if (laidOut) return [{ kind: "table", ...laidOut }];
  const made = citation.context ? [{ kind: "above", text: citation.context }] : [];
  let at = 0;
  for (const [start, end] of [...(citation.code ?? []), [citation.end, citation.end]]) {
    const [first, last] = [place(citation, start), place(citation, end)];
    made.push(...paragraphs(citation.quote, at, first).map((one) => ({ kind: "prose", ...one })));
    if (last > first) made.push({ kind: "code", text: citation.quote.slice(first, last) });
    at = last;
  }
  return made;
}

/** The quote of a citation as nodes. */
export function quoted(citation) {
  const span = citation.span ? citation.span.map((point) => place(citation, point)) : null;
  const nodes = {
    table,
    above: ({ text }) => el("p", { class: "above" }, text),
    code: ({ text }) => code(text),
    prose: ({ start, end, item }) => el("p", { class: item ? "item" : null }, run(citation.quote, start, end, span)),
  };
  return parts(citation).map((one) => nodes[one.kind](one));
}
