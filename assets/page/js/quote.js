// One quote of an answer: the words, their place, the page they stand on, what stands around them.
import { copied, el, fill } from "./dom.js";
import { quoted } from "./flow.js";
import { paragraph } from "./passage.js";
import { place } from "./place.js";
import { quoteText } from "./plain.js";
import { open } from "./source.js";
import { t } from "./words.js";

let count = 0;

/** A quote as a list item. `number` counts from 1, null for what is no answer. */
export function quote(citation, number, knowledge) {
  const around = el("div", { class: "around", hidden: true });
  const at = place(citation);
  at.id = `place-${(count += 1)}`; // tells the buttons of one quote from those of another
  const button = (label, more = {}) => el("button", { class: "quiet", type: "button", "aria-describedby": at.id, ...more }, label);
  const show = button(citation.page === null ? t("show_text") : t("show_page"));
  const more = button(t("around"), { "aria-expanded": "false" });
  const copy = button(t("copy"));
  const words = el("blockquote", { class: "words" }, quoted(citation));
  const made = el("li", { class: "quote", tabindex: "-1" },
    number !== null && el("span", { class: "number", "aria-hidden": "true" }, String(number)),
    words, at, el("p", { class: "actions" }, show, more, copy), around);
  const opened = () => open(citation, knowledge, made);
  show.addEventListener("click", opened);
  words.addEventListener("click", (event) => {
    if (!event.target.closest("button") && !String(getSelection())) opened();
  });
  copy.addEventListener("click", () => copied(copy, quoteText(citation), t("copied")));
  more.addEventListener("click", () => toggled(more, around, citation, knowledge));
  made.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === made) opened();
  });
  return made;
}

async function toggled(button, around, citation, knowledge) {
  around.hidden = !around.hidden;
  button.setAttribute("aria-expanded", String(!around.hidden));
  if (around.hidden || around.querySelector("p:not(.trouble)")) return; // what failed is tried again
  try {
    fill(around, await paragraph(citation, knowledge, 1));
  } catch (error) {
    fill(around, el("p", { class: "trouble" }, error.message));
  }
}
