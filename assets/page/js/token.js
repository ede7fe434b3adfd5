// The token of a server that asks for one. It is kept until the window is closed.
import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { t } from "./words.js";

/** Ask the person; null when they would not say. `again`: the one before was wrong. */
export function token(again) {
  return dialog(t("token"), (close) => {
    const field = el("input", { type: "password", id: "token", autocomplete: "off", required: true, autofocus: true });
    return el("form", { class: "form", onsubmit: (event) => (event.preventDefault(), close(field.value.trim())) },
      el("p", null, t(again ? "token_wrong" : "token_why")),
      el("label", { for: "token" }, t("token")), field,
      el("p", { class: "actions" }, el("button", { class: "main-button", type: "submit" }, t("go_on"))));
  });
}
