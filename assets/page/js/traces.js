// The contexts that were composed: what an assistant or a verb was given to read, and why each item is there.
import { get } from "./api.js";
import { el, fill } from "./dom.js";
import { attempted, dialog } from "./dialog.js";
import { pairs, whole } from "./trace.js";
import { moment, number, t } from "./words.js";

/** Draw the room. */
export async function show(main) {
  const head = el("header", { class: "room-head" }, el("h1", null, t("room_traces")), el("p", null, t("traces_about")));
  fill(main, head);
  const { traces } = await get("/api/traces", { limit: 50 });
  fill(main, head, traces.length ? el("ul", { class: "rows" }, traces.map(row)) : el("p", { class: "hint" }, t("traces_none")));
}

function row(one) {
  const item = el("li", { class: "row" },
    el("button", { class: "row-title", type: "button" }, one.query),
    el("p", { class: "row-more" }, [
      one.id, moment(one.created_at), t("items", { count: one.kept }), t("tokens_of", { used: number(one.used), most: number(one.input_tokens) }),
    ].join(" · ")));
  item.querySelector("button").addEventListener("click", () => attempted(() => opened(one.id)));
  return item;
}

async function opened(id) {
  const { trace } = await get(`/api/traces/${encodeURIComponent(id)}`);
  await dialog(t("trace"), () => [
    el("p", { class: "question" }, trace.query),
    pairs([["id", trace.id], [t("when"), moment(trace.created_at)], [t("tokens"), t("tokens_of", { used: number(trace.budget.used), most: number(trace.budget.inputTokens) })]]),
    el("h3", null, t("items", { count: trace.items.length })),
    el("div", { class: "table", tabindex: "0", role: "group", "aria-label": t("items", { count: trace.items.length }) },
      el("table", null,
        el("thead", null, el("tr", null, ["item_id", "item_kind", "item_score", "item_tokens", "item_why"].map((key) => el("th", { scope: "col" }, t(key))))),
        el("tbody", null, trace.items.map((one) => el("tr", { class: one.kept ? null : "left" },
          [one.id, one.kind, number(one.score ?? 0, 2), number(one.tokens ?? 0), one.why ?? ""].map((cell) => el("td", null, String(cell)))))))),
    whole(trace),
  ], "wide");
}
