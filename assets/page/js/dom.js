// Elements and text, never markup: whatever a document or a person wrote is a text node.

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
  document.getElementById("said").textContent = text;
}

/** Copy a text, and tell on the button that it was. */
export async function copied(button, text, done) {
  const before = button.textContent;
  await navigator.clipboard.writeText(text);
  button.textContent = done;
  say(done);
  setTimeout(() => (button.textContent = before), 1600);
}
