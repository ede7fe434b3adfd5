// The text that a citation stands in, in paragraphs, the quote marked.
import { get } from "./api.js";
import { el } from "./dom.js";
import { run, unit } from "./flow.js";
import { cited } from "./place.js";

/** The paragraph of a citation with so many around it, the quote marked. */
export async function paragraph(citation, knowledge, context) {
  const found = await get("/api/cited", {
    citation: cited(citation), quote: citation.quote.slice(0, 1200), context, knowledge,
  });
  return passage(found.text, found.quote?.map((point) => unit(found.text, point - found.start)));
}

/** A text with its paragraphs, `span` of it marked. */
export function passage(text, span) {
  const made = [];
  let at = 0;
  for (const part of text.split(/(\n\s*\n)/)) {
    if (part.trim()) made.push(el("p", null, run(text, at, at + part.length, span)));
    at += part.length;
  }
  return made;
}
