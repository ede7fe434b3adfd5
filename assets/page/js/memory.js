// The memories: what was learnt, in which situation, and what to do then.
import { get, post, remove } from "./api.js";
import { el, fill } from "./dom.js";
import { attempted, dialog } from "./dialog.js";
import { shared } from "./state.js";
import { pairs } from "./trace.js";
import { moment, t } from "./words.js";

let search = null;

/** Draw the room. */
export async function show(main) {
  const field = el("input", { type: "search", id: "memories", placeholder: t("memory_search"), "aria-label": t("memory_search"), autocomplete: "off" });
  const list = el("div", { class: "found" });
  const form = el("form", { class: "filter", role: "search", onsubmit: (event) => (event.preventDefault(), look(field.value, list)) }, field);
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => look(field.value, list), 250);
  });
  fill(main, el("header", { class: "room-head" }, el("h1", null, t("room_memory")), el("p", null, t("memory_about"))), form, list);
  await look("", list);
}

async function look(query, list) {
  search?.abort();
  const mine = (search = new AbortController());
  try {
    const found = await get("/api/memory", { query: query.trim(), k: 50 }, mine.signal);
    const memories = found.results ?? found.memories;
    fill(list,
      (found.notes ?? []).map((note) => el("p", { class: "hint" }, note)),
      memories.length ? el("ul", { class: "rows" }, memories.map((one) => row(one, () => look(query, list))))
        : el("p", { class: "hint" }, t(query ? "memory_none_found" : "memory_none")));
  } catch (error) {
    if (error.name === "AbortError" || mine !== search) return;
    fill(list, el("p", { class: "trouble" }, error.message), error.hint && el("p", { class: "hint" }, error.hint));
  }
}

function row(one, again) {
  const item = el("li", { class: "row" },
    el("button", { class: "row-title", type: "button" }, one.title),
    el("p", { class: "row-text" }, one.context.situation ?? one.content),
    el("p", { class: "row-more" }, [t(`type_${one.type}`), one.project, one.created_at && moment(one.created_at), why(one.why)].filter(Boolean).join(" · ")));
  item.querySelector("button").addEventListener("click", () => attempted(() => whole(one.id, again)));
  return item;
}

const why = (found) => found?.decided_by && t("memory_decided", { field: t(`field_${found.decided_by}`) });

async function whole(id, again) {
  const one = await get(`/api/memory/${encodeURIComponent(id)}`);
  const { context } = one;
  const text = (key, value) => value && [el("h3", null, t(`field_${key}`)), el("p", { class: "long" }, value)];
  const list = (key, values) => values?.length > 0 && [el("h3", null, t(`field_${key}`)), el("ul", { class: "words-list" }, values.map((value) => el("li", null, value)))];
  const deleted = await dialog(one.title, (close) => [
    text("content", one.content), text("situation", context.situation), text("solution", context.solution),
    text("what_failed", context.what_failed), text("conversation_excerpt", context.conversation_excerpt),
    list("trigger_keywords", context.trigger_keywords), list("error_messages", context.error_messages),
    list("files_modified", context.files_modified),
    pairs([
      ["id", one.id], [t("field_type"), t(`type_${one.type}`)], one.project && [t("field_project"), one.project],
      [t("field_created"), moment(one.created_at)], one.origin && [t("field_origin"), one.origin],
      one.superseded_by && [t("field_superseded"), one.superseded_by],
    ].filter(Boolean)),
    shared.write && !one.deleted_at && el("p", { class: "actions" },
      el("button", { class: "quiet", type: "button", onclick: () => close(true) }, t("memory_delete"))),
  ], "wide");
  if (deleted) await gone(one, again);
}

async function gone(one, again) {
  const { restorable_until: until } = await remove(`/api/memory/${encodeURIComponent(one.id)}`);
  again();
  const back = await dialog(t("memory_deleted"), (close) => [
    el("p", null, t("memory_restorable", { until: moment(until) })),
    el("p", { class: "actions" }, el("button", { class: "quiet", type: "button", onclick: () => close(true) }, t("memory_restore"))),
  ]);
  if (!back) return;
  await post(`/api/memory/${encodeURIComponent(one.id)}/restore`, {});
  again();
}
