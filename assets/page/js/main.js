// The page: its bar, its rooms, its keys. Each room is a module; the address after # says which is shown.
import { get, onToken } from "./api.js";
import { bar } from "./bar.js";
import * as ask from "./ask.js";
import { el, fill } from "./dom.js";
import { keys } from "./keys.js";
import * as source from "./source.js";
import { told } from "./state.js";
import { token } from "./token.js";
import { dropAnywhere } from "./upload.js";
import { choose, language, t } from "./words.js";

/** Rooms beside the first are loaded when they are entered. */
const ROOMS = {
  ask: async () => ask,
  documents: () => import("./documents.js"),
  memory: () => import("./memory.js"),
  traces: () => import("./traces.js"),
};

async function enter() {
  const [, name = "ask", ...rest] = location.hash.split("/");
  const known = Object.hasOwn(ROOMS, name) ? name : "ask";
  source.close(false);
  bar(known, redraw);
  document.body.dataset.room = known;
  const main = el("div"); // one for each: a slow room that was left draws into what is gone
  fill(document.getElementById("main"), main);
  try {
    const room = await ROOMS[known]();
    document.title = known === "ask" ? "edge" : `${t(`room_${known}`)} · edge`;
    await room.show(main, rest.map(decodeURIComponent));
  } catch (error) {
    fill(main, el("div", { class: "failure" }, el("p", { class: "trouble" }, error.message), error.hint && el("p", { class: "hint" }, error.hint)));
  }
}

/** Everything anew: after another language was chosen. */
function redraw() {
  ask.redraw();
  enter();
}

async function start() {
  choose(language);
  onToken(token);
  keys();
  dropAnywhere(() => (location.hash === "#/documents" ? enter() : (location.hash = "#/documents")));
  addEventListener("hashchange", enter);
  try {
    told(await get("/api/knowledge"));
  } catch (error) {
    bar("ask", redraw);
    fill(document.getElementById("main"), el("div", { class: "failure" },
      el("p", { class: "trouble" }, error.message), error.hint && el("p", { class: "hint" }, error.hint)));
    return;
  }
  await enter();
  navigator.serviceWorker?.register("sw.js").catch(() => {});
}

start();
