// The first room: a question, its answer, and those before it.
import { get } from "./api.js";
import { el, fill, sign } from "./dom.js";
import { keep, kept } from "./kept.js";
import { conversation, download } from "./plain.js";
import { close } from "./source.js";
import { choose, onBase, onDocuments, shared } from "./state.js";
import { Turn } from "./turn.js";
import { t } from "./words.js";

let turns = null;
let room = null;

/** Draw the room. */
export async function show(main) {
  turns ??= kept(shared.bases);
  room = { main };
  room.field = el("textarea", {
    id: "question", rows: "1", placeholder: t("ask_placeholder"), autocomplete: "off",
    spellcheck: "true", enterkeyhint: "send",
  });
  room.send = el("button", { class: "send", type: "submit", "aria-label": t("ask") }, sign("send"));
  room.form = el("form", { class: "ask-form" },
    el("label", { class: "unseen", for: "question" }, t("ask_placeholder")), room.field, room.send);
  room.form.addEventListener("submit", submitted);
  room.field.addEventListener("input", grow);
  room.field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      room.form.requestSubmit();
    }
  });
  room.scope = el("div", { class: "scope" });
  room.about = el("p", { class: "about" });
  room.list = el("div", { class: "turns" });
  room.hero = el("div", { class: "hero" }, el("h1", null, t("hero")), el("p", null, t("hero_more")));
  fill(main, el("div", { class: "ask-room" }, room.hero, room.form, room.scope, room.about, room.list));
  draw();
  if (matchMedia("(hover: hover)").matches) room.field.focus({ preventScroll: true });
  await told();
}

/** After another language was chosen: what was said stays. */
export function redraw() {
  for (const turn of turns ?? []) turn.redraw();
}

function forget() {
  for (const turn of turns) turn.stop.abort();
  turns = [];
}

/** Give up what is being asked; whether anything was. */
export function giveUp() {
  const running = turns?.find((turn) => turn.root.getAttribute("aria-busy") === "true");
  running?.stop.abort();
  return Boolean(running);
}

/** Ask this, as if it had been typed. */
export function put(question) {
  room.field.value = question;
  room.form.requestSubmit();
}

// Left, reloaded, or put aside by a phone: it may not come back as it is.
for (const event of ["pagehide", "visibilitychange"]) addEventListener(event, () => turns && keep(turns));

// The conversation stays; what is asked of one base leans on nothing that was asked of another.
onBase(() => {
  if (room?.main.contains(room.form)) {
    draw();
    told();
  }
});

onDocuments(() => room?.main.contains(room.form) && told());

function submitted(event) {
  event.preventDefault();
  const question = room.field.value.trim().replace(/^\/(?=\p{L}+[\s'’])/u, ""); // a key that was meant to bring one here
  if (!question) return;
  giveUp();
  close(false);
  const history = turns.filter((turn) => turn.answer && turn.knowledge === shared.knowledge).slice(-4).map((turn) => turn.earlier);
  const turn = new Turn(question, shared.knowledge, history, [...shared.only]);
  turns.push(turn);
  room.field.value = "";
  grow();
  draw();
  turn.ask().then(() => {
    if (!turn.refused || room.field.value) return;
    room.field.value = question; // to be asked another way
    grow();
  });
}

/** The latest turn whole, those before it folded to a line each. */
function draw() {
  const [latest, ...before] = turns.toReversed();
  document.body.classList.toggle("asked", turns.length > 0);
  room.hero.classList.toggle("unseen", turns.length > 0); // its heading stays that of the page
  scope();
  fill(room.list, latest?.root, before.length > 0 && el("section", { class: "earlier", "aria-label": t("earlier") },
    el("h2", null, t("earlier")),
    before.map((turn) => el("details", { class: "folded" },
      el("summary", { "data-outcome": turn.root.dataset.outcome ?? "" },
        el("span", { class: "outcome-sign", "aria-hidden": "true" }), el("span", { class: "asked-before" }, turn.question)),
      turn.root))));
}

/** Below the field: the documents that are asked, where not all are, and what can be done with the conversation. */
function scope() {
  const name = (source) => source.slice(source.lastIndexOf("/") + 1);
  const without = (sources) => {
    for (const source of sources) choose(source, false);
    scope();
    room.field.focus();
  };
  fill(room.scope,
    shared.only.length > 0 && el("div", { class: "chips", role: "group", "aria-label": t("only_in") },
      el("span", null, t("only_in")),
      shared.only.map((source) => el("button", { class: "chip", type: "button", title: source, "aria-label": t("only_without", { name: name(source) }), onclick: () => without([source]) }, el("span", null, name(source)), sign("close"))),
      shared.only.length > 1 && el("button", { class: "quiet", type: "button", onclick: () => without([...shared.only]) }, t("only_all"))),
    turns.length > 0 && el("div", { class: "talk" },
      el("button", { class: "quiet", type: "button", onclick: save }, t("save_conversation")),
      el("button", { class: "quiet", type: "button", onclick: () => (forget(), draw(), told(), room.field.focus()) }, t("new_conversation"))));
}

function save() {
  const answered = turns.filter((turn) => turn.answer);
  download(`edge-${new Date().toISOString().slice(0, 10)}.md`, conversation(answered));
}

function grow() {
  room.field.style.blockSize = "auto";
  room.field.style.blockSize = `${room.field.scrollHeight}px`;
}

async function told() {
  const here = room;
  if (turns.length > 0) return;
  const first = [t("nothing_yet"), " ", el("a", { href: "#/documents" }, t("bring_first"))];
  let documents;
  try {
    ({ documents } = await get("/api/documents", { knowledge: shared.knowledge }));
  } catch (error) {
    fill(here.about, shared.write && error.type === "KnowledgeMissing" ? first : [error.message, " ", error.hint ?? ""]);
    return;
  }
  if (shared.write && !documents.length) {
    fill(here.about, first);
    return;
  }
  const pages = documents.reduce((sum, one) => sum + (one.pages ?? 0), 0);
  const counted = [t("documents", { count: documents.length }), pages > 0 && t("pages", { count: pages })].filter(Boolean);
  fill(here.about, t("about", { counted: counted.join(" · ") }));
}
