// The documents of a knowledge base: what was read, what could not be, and new ones by dropping them here.
import { get, remove } from "./api.js";
import { attempted, dialog } from "./dialog.js";
import { el, fill, say } from "./dom.js";
import { open } from "./source.js";
import { choose, documentsChanged, onBase, onDocuments, shared } from "./state.js";
import { dropZone } from "./upload.js";
import { bytes, number, t } from "./words.js";

let room = null;

/** Draw the room. */
export async function show(main) {
  room = { head: el("header", { class: "room-head" }), list: el("div", null), round: 0 };
  head(el("p", { class: "hint" }, t("loading")));
  fill(main, room.head, dropZone(() => shown() && draw()), room.list);
  await draw();
}

function head(more) {
  fill(room.head, el("h1", null, t("room_documents")), more);
}

/** The documents as they are now, in place of those that stand there: until they are known, these stay. */
async function draw() {
  const here = room;
  const round = (here.round += 1);
  // A slow answer must not take the place of a later one, nor another room's.
  const fresh = () => here === room && here.round === round;
  let found;
  try {
    found = await get("/api/documents", { knowledge: shared.knowledge });
  } catch (error) {
    if (!fresh()) return;
    // A base that is not there yet: its first documents make it.
    head(el("p", null, shared.write && error.type === "KnowledgeMissing" ? t("nothing_yet") : [error.message, error.hint].filter(Boolean).join(" ")));
    fill(here.list);
    return;
  }
  if (!fresh()) return;
  for (const source of shared.only) {
    if (!found.documents.some((one) => one.source === source)) choose(source, false);
  }
  const chosen = el("div", { class: "chosen" });
  const tell = () => fill(chosen, picked(found.documents, list, tell));
  const list = el("ul", { class: "rows" }, found.documents.map((one) => row(one, found.documents.length > 1 && tell)));
  tell();
  head(el("p", { class: "path" }, found.knowledge));
  const wanted = here.list.querySelector("#filter")?.value ?? "";
  fill(here.list,
    found.documents.length > 8 && filter(list, found.documents, wanted),
    chosen,
    list,
    found.failures.length > 0 && [
      el("h2", { class: "part" }, t("unread")),
      el("ul", { class: "rows" }, found.failures.map((one) => el("li", { class: "row" }, el("p", { class: "row-title" }, one.source), el("p", { class: "trouble" }, one.reason), removal(one.source)))),
    ]);
}

const shown = () => document.body.dataset.room === "documents" && room?.list.isConnected;

onBase(() => shown() && show(room.list.parentNode));
onDocuments(() => shown() && draw());

/** Letters as they are compared: neither capitals nor accents count. */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** What hides those of the list whose title and name hold no such words. */
function filter(list, documents, wanted) {
  const field = el("input", { type: "search", id: "filter", placeholder: t("filter"), "aria-label": t("filter") });
  const names = documents.map((one) => folded(`${one.title} ${one.source}`));
  const sift = () => {
    const words = folded(field.value.trim());
    for (const [at, item] of [...list.children].entries()) item.hidden = !names[at].includes(words);
  };
  field.value = wanted;
  sift();
  field.addEventListener("input", sift);
  return el("p", { class: "filter" }, field);
}

/** Which documents are asked, above their list. */
function picked(documents, list, tell) {
  if (documents.length < 2) return null;
  const { length } = shared.only;
  if (!length) return el("p", { class: "hint" }, t("only_hint"));
  const all = () => {
    shared.only = [];
    for (const box of list.querySelectorAll(".pick")) box.checked = false;
    tell();
  };
  return el("p", { class: "actions" },
    el("a", { class: "link", href: "#/" }, t("only_ask", { count: length })),
    el("button", { class: "quiet", type: "button", onclick: all }, t("only_all")));
}

/** What takes a document out, where documents may be changed. */
function removal(source) {
  if (!shared.write) return null;
  const button = el("button", { class: "quiet", type: "button", "aria-label": t("remove_one", { name: source }) }, t("remove"));
  button.addEventListener("click", () => attempted(async () => {
    const yes = await dialog(t("remove_title"), (close) => [
      el("p", { class: "row-title" }, source),
      el("p", null, t("remove_why")),
      el("p", { class: "actions decide" },
        el("button", { class: "quiet", type: "button", autofocus: true, onclick: () => close(null) }, t("remove_keep")),
        el("button", { class: "main-button", type: "button", onclick: () => close(true) }, t("remove"))),
    ]);
    if (!yes) return;
    button.disabled = true;
    button.textContent = t("removing");
    const { knowledge } = shared;
    try {
      await remove("/api/document", { source, knowledge });
    } catch (error) {
      button.disabled = false;
      button.textContent = t("remove");
      if (error.status === 400 && shown()) draw(); // somebody else took it out
      throw error;
    }
    choose(source, false);
    documentsChanged(knowledge);
    if (!shown()) return; // another room is shown
    say(t("removed_one", { name: source }));
    await draw();
    document.getElementById("main").focus({ preventScroll: true });
  }));
  return el("p", { class: "actions" }, button);
}

/** A document. `tell` is called when it is chosen, or no more; false: there is nothing to choose from. */
function row(one, tell) {
  const counted = [
    t(`kind_${one.kind}`),
    one.pages !== null ? t("pages", { count: one.pages }) : t("parts", { count: one.parts ?? 0 }),
    one.tables > 0 && t("tables", { count: one.tables }),
    bytes(one.bytes),
    one.there === false && t("file_gone"),
    readers(one),
  ];
  const box = tell && el("input", { type: "checkbox", class: "pick", checked: shared.only.includes(one.source), "aria-label": t("only_pick", { name: one.title || one.source }) });
  if (box) box.addEventListener("change", () => (choose(one.source, box.checked), tell()));
  const item = el("li", { class: box ? "row pickable" : "row", tabindex: "-1" },
    box,
    el("button", { class: "row-title", type: "button" }, one.title || one.source),
    el("p", { class: "row-more" }, [one.title && one.title !== one.source && one.source, ...counted].filter(Boolean).join(" · ")),
    one.unread && el("p", { class: "trouble" }, unread(one.unread)),
    removal(one.source));
  item.querySelector(".row-title").addEventListener("click", () => {
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
