// The page that a quote stands on: drawn, with the quote marked at its place; as text where it cannot be drawn.
import { get, picture } from "./api.js";
import { el, fill, say, sign } from "./dom.js";
import { unit } from "./flow.js";
import { paragraph } from "./passage.js";
import { where } from "./place.js";
import { t } from "./words.js";

const panel = () => document.getElementById("source");
let current = null;
// Where the panel lies over everything else.
const OVER = matchMedia("(max-width: 60rem)");
// What the server gives of a text at a time.
const MOST_AROUND = 1000;

/** Show the page of a citation; `from` gets the focus back. */
export function open(citation, knowledge, from = null) {
  current?.stop.abort();
  current = { citation, knowledge, from, page: citation.page, view: "drawn", large: false, sheet: null, stop: new AbortController(), address: "" };
  document.body.classList.add("with-source");
  for (const one of document.querySelectorAll(".quote.open")) one.classList.remove("open");
  from?.classList.add("open");
  panel().hidden = false;
  // There the way back (of a phone) leads to the answer, not out of the page.
  if (OVER.matches && !history.state?.source) history.pushState({ source: true }, "");
  behind();
  frame(current);
  show(current);
}

export function isOpen() {
  return !panel().hidden;
}

/** `back`: the focus goes to the quote that was opened. */
export function close(back = true) {
  if (!isOpen()) return;
  const from = current?.from;
  current?.stop.abort();
  if (current?.address) URL.revokeObjectURL(current.address);
  current = null;
  fill(panel()).hidden = true;
  behind();
  if (history.state?.source) history.back();
  document.body.classList.remove("with-source");
  from?.classList.remove("open");
  if (back) from?.focus({ preventScroll: true });
}

/** What the panel hides takes no part: neither the focus nor who listens gets behind it. */
function behind() {
  for (const name of ["bar", "main"]) document.getElementById(name).inert = isOpen() && OVER.matches;
}

OVER.addEventListener("change", behind);
addEventListener("popstate", () => {
  if (!history.state?.source) close();
});

/** The drawn page twice as large, or as it fits; sharp either way. */
export function zoom(large) {
  if (!current?.sheet || current.large === large) return;
  current.large = large;
  current.sheet.classList.toggle("large", large);
  scrollToMark(current);
  show(current);
}

/** Turn to the page before (-1) or after (1). */
export function turn(step) {
  if (!current || current.page === null) return;
  const page = current.page + step;
  if (page < 1 || page > (current.pages ?? Infinity)) return;
  current.page = page;
  show(current);
}

function frame(shown) {
  const name = shown.citation.source.slice(shown.citation.source.lastIndexOf("/") + 1);
  const button = (shape, label, act) => el("button", { class: "icon", type: "button", "aria-label": label, title: label, onclick: act }, sign(shape));
  shown.at = el("span", { class: "at" });
  shown.views = el("span", { class: "views" });
  shown.body = el("div", { class: "sheet-room", tabindex: "0", role: "group", "aria-label": t("source_of", { name }) });
  const turning = shown.page === null ? [] : [
    button("left", t("page_before"), () => turn(-1)), shown.at, button("right", t("page_after"), () => turn(1)),
  ];
  const closing = button("close", t("close"), () => close());
  panel().setAttribute("aria-label", t("source_of", { name }));
  fill(panel(),
    el("header", { class: "source-head" },
      el("h2", { title: shown.citation.source }, name),
      el("span", { class: "turning" }, turning),
      shown.views,
      closing),
    shown.body);
  if (OVER.matches) closing.focus();
}

async function show(shown) {
  const { page } = shown;
  const round = (shown.round = (shown.round ?? 0) + 1);
  // Whether this is still what was asked for last: a slow answer must not take the place of a later one.
  const fresh = () => shown === current && shown.round === round;
  const quoted = page === shown.citation.page;
  const signal = shown.stop.signal;
  if (shown.at) shown.at.textContent = where({ page, label: quoted ? shown.citation.label : "", lines: null });
  try {
    if (page === null) {
      await around(shown, 12);
      scrollToMark(shown);
      return;
    }
    const span = quoted ? { start: shown.citation.start, end: shown.citation.end } : {};
    const place = await get("/api/page/place", { source: shown.citation.source, page, knowledge: shown.knowledge, ...span }, signal);
    if (!fresh()) return;
    shown.pages = place.pages;
    shown.at.textContent = t("page_of", { page: String(page), pages: String(place.pages) });
    views(shown, place);
    await (place.image && shown.view === "drawn" ? drawn(shown, place, signal, fresh) : written(shown, place, fresh));
    if (fresh()) say(t("page_of", { page: String(page), pages: String(place.pages) }));
  } catch (error) {
    if (error.name === "AbortError" || !fresh()) return;
    fill(shown.body, el("p", { class: "trouble" }, error.message), error.hint && el("p", { class: "hint" }, error.hint));
  }
}

function views(shown, place) {
  if (!place.image) {
    fill(shown.views);
    return;
  }
  const choice = (view, label) => el("button", {
    class: "quiet", type: "button", "aria-pressed": String(shown.view === view),
    onclick: () => ((shown.view = view), show(shown)),
  }, label);
  fill(shown.views, choice("drawn", t("view_drawn")), choice("text", t("view_text")));
}

async function drawn(shown, place, signal, fresh) {
  const seen = Math.max(640, shown.body.clientWidth) * Math.min(2, devicePixelRatio || 1);
  const width = Math.min(2400, Math.round(seen * (shown.large ? 2 : 1)));
  const same = shown.sheet?.isConnected && shown.drawn === shown.page;
  const sheet = same ? shown.sheet : el("div", { class: shown.large ? "sheet large" : "sheet" });
  if (!same) {
    sheet.style.aspectRatio = `${place.width} / ${place.height}`;
    sheet.addEventListener("click", () => zoom(!shown.large));
    fill(shown.body, unmarked(shown, place), sheet);
    Object.assign(shown, { sheet, drawn: null });
  }
  const address = await picture("/api/page/image", { source: shown.citation.source, page: shown.page, width, knowledge: shown.knowledge }, signal);
  if (!fresh() || !sheet.isConnected) {
    URL.revokeObjectURL(address);
    return;
  }
  if (shown.address) URL.revokeObjectURL(shown.address);
  shown.address = address;
  const image = el("img", { src: address, alt: t("picture_of", { page: String(shown.page), name: shown.citation.source }) });
  await image.decode().catch(() => {});
  fill(sheet, image, place.boxes.map(box));
  shown.drawn = shown.page;
  if (!same) scrollToMark(shown);
}

/** Of a document without pages so many paragraphs before and after the quote, and more when asked for. */
async function around(shown, context) {
  const text = el("div", { class: "page-text" }, await paragraph(shown.citation, shown.knowledge, context));
  if (shown !== current) return;
  const before = shown.body.querySelector("mark")?.getBoundingClientRect().top;
  const grown = text.childNodes.length > (shown.body.querySelector(".page-text")?.childNodes.length ?? 0);
  const scrolled = shown.body.scrollTop;
  const more = el("button", { class: "quiet", type: "button", onclick: () => around(shown, Math.min(MOST_AROUND, context * 6)) }, t("more_text"));
  fill(shown.body, text, grown && context < MOST_AROUND && el("p", { class: "actions more" }, more));
  // What was being read stays where it was.
  const after = shown.body.querySelector("mark")?.getBoundingClientRect().top;
  shown.body.scrollTop = scrolled + (before === undefined ? 0 : after - before);
}

/** A marked place; the numbers are parts of the page's width and height. */
function box([x0, y0, x1, y1]) {
  const made = el("span", { class: "lit" });
  const percent = (part) => `${(part * 100).toFixed(3)}%`;
  Object.assign(made.style, { left: percent(x0), top: percent(y0), width: percent(x1 - x0), height: percent(y1 - y0) });
  return made;
}

/** Words for a quote whose place on the drawn page was not found, or not all of it. */
function unmarked(shown, place) {
  const { page, start, end } = shown.citation;
  if (shown.page !== page || end <= start || place.share >= 0.9) return null;
  return el("p", { class: "hint" }, t(place.share > 0 ? "partly_found" : "not_found"));
}

async function written(shown, place, fresh) {
  const quoted = shown.page === shown.citation.page;
  const { text } = await get("/api/page", { source: shown.citation.source, page: shown.page, knowledge: shown.knowledge }, shown.stop.signal);
  if (!fresh()) return;
  const [first, last] = quoted ? [shown.citation.start, shown.citation.end].map((point) => unit(text, point)) : [0, 0];
  fill(shown.body,
    place.why && el("p", { class: "hint" }, t(`why_${place.why}`)),
    el("div", { class: "page-text exact" },
      text.slice(0, first), last > first && el("mark", null, text.slice(first, last)), text.slice(last)));
  scrollToMark(shown);
}

function scrollToMark(shown) {
  const first = shown.body.querySelector(".lit, mark");
  if (!first) {
    shown.body.scrollTop = 0;
    return;
  }
  const [room, mark] = [shown.body.getBoundingClientRect(), first.getBoundingClientRect()];
  shown.body.scrollTop += mark.top - room.top - room.height / 3;
  shown.body.scrollLeft += mark.left - room.left - 24;
}
