// The bar: where one is, which knowledge base is asked, language, light or dark.
import { el, fill, sign } from "./dom.js";
import { shared, useBase } from "./state.js";
import { choose, other, t } from "./words.js";

const KEY = "edge.theme";
const NEXT = { auto: "light", light: "dark", dark: "auto" };

/** Draw the bar for a room; `redraw` draws the whole page anew. */
export function bar(room, redraw) {
  const link = (name, address) => el("a", { href: address, "aria-current": room === name ? "page" : null }, t(`room_${name}`));
  fill(document.getElementById("bar"),
    el("a", { class: "skip", href: "#main", onclick: skip }, t("skip")),
    el("a", { class: "mark", href: "#/", "aria-label": "edge" }, "edge"),
    el("nav", { class: "rooms", "aria-label": t("rooms") },
      link("ask", "#/"), link("documents", "#/documents"), link("memory", "#/memory"), link("traces", "#/traces")),
    el("div", { class: "tools" },
      bases(),
      el("button", { class: "quiet language", type: "button", lang: other(), "aria-label": t("language"), onclick: () => (choose(other()), redraw()) }, other().toUpperCase()),
      themes()));
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function bases() {
  if (shared.bases.length < 2) return null;
  const select = el("select", { class: "bases", "aria-label": t("base") },
    shared.bases.map((one) => el("option", { value: one.name, title: one.path, selected: one.name === shared.knowledge }, one.name)));
  select.addEventListener("change", () => useBase(select.value));
  return select;
}

function themes() {
  const theme = localStorage.getItem(KEY) ?? "auto";
  const button = el("button", { class: "icon", type: "button" }, sign("theme"));
  const shown = (name) => {
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    button.title = t(`theme_${name}`);
    button.setAttribute("aria-label", t(`theme_${name}`));
    button.onclick = () => {
      localStorage.setItem(KEY, NEXT[name]);
      shown(NEXT[name]);
    };
  };
  shown(theme in NEXT ? theme : "auto");
  return button;
}
