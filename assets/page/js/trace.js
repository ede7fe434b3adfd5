// The whole record of an answer: passes with their signals, what was left out, times, and the JSON itself.
import { copied, el } from "./dom.js";
import { dialog } from "./dialog.js";
import { number, t } from "./words.js";

/** Open the trace of an answer. */
export function trace(answer) {
  return dialog(t("trace"), () => [
    el("p", { class: "question" }, answer.question),
    el("h3", null, t("passes", { count: answer.passes.length })),
    answer.passes.map(pass),
    answer.dropped.length > 0 && [
      el("h3", null, t("dropped")),
      el("ul", null, answer.dropped.map((one) => el("li", null, [one.source, one.page && t("page", { page: String(one.page) }), one.why].filter(Boolean).join(" · ")))),
    ],
    el("h3", null, t("times")),
    pairs(Object.entries(answer.timings_ms).map(([name, ms]) => [name, t("took", { ms: Math.round(ms * 10) / 10 })])),
    whole(answer),
  ], "wide");
}

function pass(one) {
  const told = [
    [t("engine_word"), [one.engine, one.model].filter(Boolean).join(" · ")],
    [t("sure_word"), number(one.confidence, 3)],
    one.changes.length > 0 && [t("changes"), one.changes.join(" · ")],
    one.entities.length > 0 && [t("entities"), one.entities.join(", ")],
    Object.keys(one.tokens).length > 0 && [t("tokens"), Object.entries(one.tokens).map(([name, count]) => `${name} ${number(count)}`).join(" · ")],
    one.cost_usd > 0 && [t("cost_word"), `$${one.cost_usd.toFixed(4)}`],
    [t("time"), t("took", { ms: Math.round(one.ms * 10) / 10 })],
  ].filter(Boolean);
  const signals = Object.entries(one.signals).sort(([left], [right]) => left.localeCompare(right));
  return el("section", { class: "trace-pass" },
    el("h4", null, `${one.n}. ${t(`pass_${one.kind}`)}`),
    one.error && el("p", { class: "trouble" }, one.error),
    pairs(told),
    signals.length > 0 && el("details", null, el("summary", null, t("signals", { count: signals.length })),
      pairs(signals.map(([name, value]) => [name, number(value, 3)]))));
}

/** Names and values. */
export function pairs(entries) {
  return el("dl", { class: "pairs" }, entries.map(([name, value]) => [el("dt", null, name), el("dd", null, value)]));
}

/** A record as JSON, folded, with a button that copies it. */
export function whole(record) {
  const text = JSON.stringify(record, null, 2);
  const copy = el("button", { class: "quiet", type: "button" }, t("copy"));
  copy.addEventListener("click", () => copied(copy, text, t("copied")));
  return el("details", null, el("summary", null, t("as_json")), el("div", { class: "code" }, el("pre", { tabindex: "0", role: "group", "aria-label": t("as_json") }, el("code", null, text)), copy));
}
