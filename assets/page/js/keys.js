// The keyboard: / to ask, Escape to close or give up, arrows between quotes and pages, ? for this list.
import { giveUp } from "./ask.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import * as source from "./source.js";
import { t } from "./words.js";

const SHOWN = [["/", "key_ask"], ["Enter", "key_send"], ["↑ ↓", "key_quotes"], ["Enter", "key_open"], ["← →", "key_pages"], ["+ −", "key_zoom"], ["Esc", "key_close"], ["?", "key_help"]];

/** Listen from now on. */
export function keys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      if (source.isOpen()) source.close();
      else giveUp();
      return;
    }
    const asking = event.key === "?" && event.target.id === "question" && !event.target.value; // no question begins so
    if (typing(event.target) && !asking) return;
    const act = ACTS[event.key];
    if (act && act(event.target) !== false) event.preventDefault();
  });
}

function typing(target) {
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
}

const ACTS = {
  "/": () => {
    const field = document.getElementById("question") ?? document.querySelector("#main input");
    field?.focus();
    return Boolean(field);
  },
  "?": () => {
    dialog(t("keys"), () => el("dl", { class: "pairs keys" },
      SHOWN.map(([key, words]) => [el("dt", null, el("kbd", null, key)), el("dd", null, t(words))])));
  },
  ArrowDown: (target) => step(1, target),
  ArrowUp: (target) => step(-1, target),
  ArrowLeft: () => source.isOpen() && source.turn(-1),
  ArrowRight: () => source.isOpen() && source.turn(1),
  "+": () => source.isOpen() && source.zoom(true),
  "-": () => source.isOpen() && source.zoom(false),
};

/** The focus to the quote before or after. */
function step(by, target) {
  if (target.closest?.(".sheet-room, .code, .table")) return false; // there it scrolls
  const quotes = [...document.querySelectorAll(".quote")].filter((one) => one.checkVisibility());
  if (!quotes.length) return false;
  const at = quotes.indexOf(document.activeElement?.closest?.(".quote"));
  const next = quotes[at < 0 ? (by > 0 ? 0 : quotes.length - 1) : at + by];
  if (!next) return false;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}
