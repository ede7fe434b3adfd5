// Elements and text, never markup: whatever a document or a person wrote is a text node.
import { t } from "./words.js";

/** An element. `on…` properties are listeners, null and false attributes are left out, the rest are attributes. */
export function el(tag, properties, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  put(made, ...children);
  return made;
}

/** Children of an element: nodes, texts, lists of them; null is nothing. */
export function put(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) parent.append(child);
  }
  return parent;
}

/** The element with nothing but these children. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return put(parent, ...children);
}

const SHAPES = {
  send: "M5 12h13M12 5.5l6.5 6.5-6.5 6.5",
  close: "M6 6l12 12M18 6L6 18",
  left: "M14.5 5.5L8 12l6.5 6.5",
  right: "M9.5 5.5L16 12l-6.5 6.5",
  stop: "M7 7h10v10H7z",
  theme: "M12 4a8 8 0 1 0 8 8 6.2 6.2 0 0 1-8-8z",
  file: "M12 16V5M7.5 9.5L12 5l4.5 4.5M5 19h14",
};

/** A drawn sign, for the eye only. */
export function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** Say something to those who listen to the page instead of looking at it. */
export function say(text) {
  const said = document.getElementById("said");
  said.textContent = ""; // the same words again are no change, and would not be spoken
  setTimeout(() => (said.textContent = text), 50);
}

/** Copy a text, and tell on the button whether it was. */
export async function copied(button, text, done) {
  button.dataset.label ??= button.textContent;
  const word = (await copy(button, text)) ? done : t("copy_failed");
  button.textContent = word;
  say(word);
  setTimeout(() => (button.textContent = button.dataset.label), 1600);
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // By another name than this device's own, without https, a browser has no clipboard but this one.
    const field = el("textarea", { class: "unseen", readonly: true, "aria-hidden": "true" });
    field.value = text;
    button.after(field); // beside it: outside of an open dialog nothing can be selected
    field.select();
    const made = document.execCommand("copy");
    field.remove();
    button.focus();
    return made;
  }
}
