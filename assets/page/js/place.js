// Where a quote stands, in words.
import { el } from "./dom.js";
import { t } from "./words.js";

/** "page 12", "lines 3 to 5", "". */
export function where(citation) {
  if (citation.page !== null) {
    return citation.label ? t("printed_page", { page: String(citation.page), label: citation.label })
      : t("page", { page: String(citation.page) });
  }
  if (!citation.lines) return "";
  const [first, last] = citation.lines.map(String);
  return first === last ? t("line", { first }) : t("lines", { first, last });
}

/** The citation as edge prints it and takes it. */
export function cited(citation) {
  return citation.page === null ? citation.source : `${citation.source} · page ${citation.page}`;
}

/** Document, place and section as one line. */
export function place(citation) {
  const folder = citation.source.lastIndexOf("/") + 1;
  return el("p", { class: "place" },
    folder > 0 && el("span", { class: "folder" }, citation.source.slice(0, folder)),
    el("cite", null, citation.source.slice(folder)),
    where(citation) && el("span", { class: "at" }, where(citation)),
    citation.heading && el("span", { class: "heading" }, citation.heading.replaceAll(" > ", " › ")));
}
