// Asking Claude: what exactly would leave this device, where to, and the most it may cost. Nothing is sent
// without a yes, and the yes is to these very bytes.
import { post } from "./api.js";
import { copied, el, fill } from "./dom.js";
import { dialog } from "./dialog.js";
import { pairs } from "./trace.js";
import { bytes, money, t } from "./words.js";

/** The button under an answer that is not sure; null where nothing more is wanted. */
export function escalation(turn, answer) {
  if (!answer.abstained) return null;
  const button = el("button", { class: "quiet", type: "button" }, t("escalate"));
  button.addEventListener("click", () => opened(turn, button));
  return button;
}

async function opened(turn, button) {
  button.disabled = true;
  try {
    const shown = await post("/api/escalate", turn.asked, turn.stop.signal);
    const yes = await dialog(t("escalate_title"), (close) => content(shown, close), "wide escalation");
    if (yes) await turn.ask(shown.sha256);
  } catch (error) {
    if (error.name !== "AbortError") await dialog(t("escalate_title"), () => told(error.message, error.hint));
  } finally {
    button.disabled = false;
  }
}

const told = (...lines) => lines.filter(Boolean).map((line) => el("p", null, line));

function content(shown, close) {
  if (!shown.needed) return told(t("escalate_not_needed"), !shown.permitted && shown.why);
  const send = el("button", { class: "main-button send-it", type: "button", disabled: !shown.permitted, onclick: () => close(true) }, t("escalate_send"));
  const keep = el("button", { class: "quiet", type: "button", autofocus: true, onclick: () => close(null) }, t("escalate_keep"));
  return [
    el("p", null, t(shown.permitted ? "escalate_why" : "escalate_refused")),
    !shown.permitted && el("p", { class: "trouble" }, shown.why),
    pairs([
      [t("escalate_to"), shown.host],
      [t("escalate_model"), shown.model],
      [t("escalate_cost"), t("escalate_at_most", { usd: money(shown.usd_at_most) })],
      [t("escalate_size"), bytes(shown.bytes)],
      ["SHA-256", el("code", null, shown.sha256)],
    ]),
    masked(shown.masked),
    body(shown),
    el("p", { class: "actions decide" }, keep, send),
  ];
}

function masked(found) {
  if (!found.length) return el("p", { class: "hint" }, t("escalate_nothing_masked"));
  return [el("h3", null, t("escalate_masked")), pairs(found.map((one) => [one.placeholder, one.value]))];
}

/** What would leave, to be read: line ends as such; or byte for byte. */
function body(shown) {
  const view = el("pre", { tabindex: "0", role: "group", "aria-label": t("escalate_leaves") });
  const copy = el("button", { class: "quiet", type: "button", onclick: () => copied(copy, shown.body, t("copied")) }, t("copy"));
  const choose = (exact) => {
    fill(view, el("code", null, exact ? shown.body : readable(shown.body)));
    view.classList.toggle("exact", exact);
    for (const one of views.children) one.setAttribute("aria-pressed", String((one === views.lastChild) === exact));
  };
  const choice = (exact, label) => el("button", { class: "quiet", type: "button", onclick: () => choose(exact) }, label);
  const views = el("span", { class: "views" }, choice(false, t("escalate_readable")), choice(true, t("escalate_exact")));
  choose(false);
  return [el("div", { class: "leaves-head" }, el("h3", null, t("escalate_leaves")), views), el("div", { class: "code leaves" }, view, copy)];
}

/** The same words without JSON's marks, nothing left out. */
export function readable(text) {
  const lines = [];
  const walk = (value, name, depth) => {
    const indent = "  ".repeat(depth);
    if (value !== null && typeof value === "object") {
      if (name !== "") lines.push(`${indent}${name}:`);
      for (const [key, inner] of Object.entries(value)) walk(inner, key, depth + (name === "" ? 0 : 1));
    } else {
      lines.push(`${indent}${name}: ${String(value).replaceAll("\n", `\n${indent}  `)}`);
    }
  };
  walk(JSON.parse(text), "", 0);
  return lines.join("\n");
}
