// The documents of a knowledge base: what was read, what could not be, and new ones by dropping them here.
import { get } from "./api.js";
import { el, fill } from "./dom.js";
import { open } from "./source.js";
import { onBase, shared } from "./state.js";
import { dropZone } from "./upload.js";
import { bytes, number, t } from "./words.js";

let room = null;

/** Draw the room. */
export async function show(main) {
  room = main;
  fill(main, el("p", { class: "hint room-head" }, t("loading")));
  const zone = dropZone(() => show(main));
  let found;
  try {
    found = await get("/api/documents", { knowledge: shared.knowledge });
  } catch (error) {
    // A base that is not there yet: its first documents make it.
    fill(main, el("header", { class: "room-head" }, el("h1", null, t("room_documents")), el("p", null, error.message)), zone);
    return;
  }
  shared.documents = found;
  const list = el("ul", { class: "rows" }, found.documents.map(row));
  fill(main,
    el("header", { class: "room-head" }, el("h1", null, t("room_documents")), el("p", { class: "path" }, found.knowledge)),
    zone,
    found.documents.length > 8 && filter(list),
    list,
    found.failures.length > 0 && [
      el("h2", { class: "part" }, t("unread")),
      el("ul", { class: "rows" }, found.failures.map((one) => el("li", { class: "row" }, el("p", { class: "row-title" }, one.source), el("p", { class: "trouble" }, one.reason)))),
    ]);
}

onBase(() => {
  if (document.body.dataset.room === "documents" && room) show(room);
});

function filter(list) {
  const field = el("input", { type: "search", id: "filter", placeholder: t("filter"), "aria-label": t("filter") });
  field.addEventListener("input", () => {
    const wanted = field.value.toLocaleLowerCase();
    for (const item of list.children) item.hidden = !item.textContent.toLocaleLowerCase().includes(wanted);
  });
  return el("p", { class: "filter" }, field);
}

function row(one) {
  const counted = [
    t(`kind_${one.kind}`),
    one.pages !== null ? t("pages", { count: one.pages }) : t("parts", { count: one.parts ?? 0 }),
    one.tables > 0 && t("tables", { count: one.tables }),
    bytes(one.bytes),
    one.there === false && t("file_gone"),
    readers(one),
  ];
  const item = el("li", { class: "row quote-free", tabindex: "-1" },
    el("button", { class: "row-title", type: "button" }, one.title || one.source),
    el("p", { class: "row-more" }, [one.title && one.title !== one.source && one.source, ...counted].filter(Boolean).join(" · ")),
    one.unread && el("p", { class: "trouble" }, unread(one.unread)));
  item.querySelector("button").addEventListener("click", () => {
    const place = one.pages === null ? { page: null, quote: "" } : { page: 1, quote: "" };
    open({ source: one.source, start: 0, end: 0, lines: null, ...place }, shared.knowledge, item);
  });
  return item;
}

/** For whom a document is, where that is not everybody. */
function readers(one) {
  if (one.visibility === "private") return one.owner ? t("readers_owner", { owner: one.owner }) : t("readers_private");
  return one.visibility === "org" && t("readers_org", { org: one.org });
}

/** What of a document is missing. */
function unread(found) {
  const pages = (key, list) => list.length > 0 && t(key, { pages: list.map((page) => number(page)).join(", ") });
  return [
    found.repaired && t("unread_repaired"), pages("unread_empty", found.empty), pages("unread_cut", found.cut),
    pages("unread_scanned", found.scanned), ...found.other,
  ].filter(Boolean).join(" · ");
}
