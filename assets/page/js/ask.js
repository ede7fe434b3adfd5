// The first room: a question, its answer, and those before it.
import { get } from "./api.js";
import { el, fill, sign } from "./dom.js";
import { close } from "./source.js";
import { onBase, shared } from "./state.js";
import { Turn } from "./turn.js";
import { t } from "./words.js";

let turns = [];
let room = null;

/** Draw the room. */
export async function show(main) {
  room = { main };
  room.field = el("textarea", {
    id: "question", rows: "1", maxlength: "8000", placeholder: t("ask_placeholder"), autocomplete: "off",
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
  room.about = el("p", { class: "about" });
  room.list = el("div", { class: "turns" });
  room.hero = el("div", { class: "hero" }, el("h1", null, t("hero")), el("p", null, t("hero_more")));
  fill(main, el("div", { class: "ask-room" }, room.hero, room.form, room.about, room.list));
  draw();
  if (matchMedia("(hover: hover)").matches) room.field.focus({ preventScroll: true });
  await told();
}

/** The turns of this conversation are gone. */
export function forget() {
  for (const turn of turns) turn.stop.abort();
  turns = [];
}

/** Give up what is being asked; whether anything was. */
export function giveUp() {
  const running = turns.find((turn) => turn.root.getAttribute("aria-busy") === "true");
  running?.stop.abort();
  return Boolean(running);
}

/** Ask this, as if it had been typed. */
export function put(question) {
  room.field.value = question;
  room.form.requestSubmit();
}

onBase(() => {
  forget();
  if (room?.main.contains(room.form)) {
    draw();
    told();
  }
});

function submitted(event) {
  event.preventDefault();
  const question = room.field.value.trim().replace(/^\/(?=\p{L}+[\s'’])/u, ""); // a key that was meant to bring one here
  if (!question) return;
  giveUp();
  close(false);
  const history = turns.filter((turn) => turn.answer).slice(-4).map((turn) => turn.earlier);
  const turn = new Turn(question, shared.knowledge, history);
  turns.push(turn);
  room.field.value = "";
  grow();
  draw();
  turn.ask();
}

/** The latest turn whole, those before it folded to a line each. */
function draw() {
  const [latest, ...before] = turns.toReversed();
  document.body.classList.toggle("asked", turns.length > 0);
  room.hero.hidden = turns.length > 0;
  fill(room.list, latest?.root, before.length > 0 && el("section", { class: "earlier", "aria-label": t("earlier") },
    el("div", { class: "earlier-head" },
      el("h2", null, t("earlier")),
      el("button", { class: "quiet", type: "button", onclick: () => (forget(), draw(), room.field.focus()) }, t("new_conversation"))),
    before.map((turn) => el("details", { class: "folded" },
      el("summary", { "data-outcome": turn.answer?.outcome ?? "" }, el("span", { class: "outcome-sign", "aria-hidden": "true" }), turn.question),
      turn.root))));
}

function grow() {
  room.field.style.blockSize = "auto";
  room.field.style.blockSize = `${room.field.scrollHeight}px`;
}

async function told() {
  const here = room;
  if (!shared.documents) {
    try {
      shared.documents = await get("/api/documents", { knowledge: shared.knowledge });
    } catch (error) {
      fill(here.about, error.message, " ", error.hint ?? "");
      return;
    }
  }
  const { documents } = shared.documents;
  const pages = documents.reduce((sum, one) => sum + (one.pages ?? 0), 0);
  const counted = [t("documents", { count: documents.length }), pages > 0 && t("pages", { count: pages })].filter(Boolean);
  fill(here.about, t("about", { counted: counted.join(" · ") }));
}
