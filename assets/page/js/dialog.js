// Dialogs: one at a time, Escape closes, the focus goes back where it was.
import { el, sign } from "./dom.js";
import { t } from "./words.js";

/** Do it; what goes wrong is told. */
export async function attempted(act) {
  try {
    await act();
  } catch (error) {
    await dialog(t("trouble"), () => [error.message, error.hint].filter(Boolean).map((line) => el("p", null, line)));
  }
}

/** Show a dialog; gives what `close` was called with, null for Escape. `fill(close)` makes its content. */
export function dialog(title, content, name = "") {
  return new Promise((resolve) => {
    const before = document.activeElement;
    let result = null;
    const close = (value = null) => ((result = value), box.close());
    const box = el("dialog", { class: `dialog ${name}`, "aria-labelledby": "dialog-title" },
      el("header", { class: "dialog-head" },
        el("h2", { id: "dialog-title" }, title),
        el("button", { class: "icon", type: "button", "aria-label": t("close"), onclick: () => close() }, sign("close"))),
      el("div", { class: "dialog-body" }, content(close)));
    box.addEventListener("click", (event) => {
      if (event.target === box) close();
    });
    box.addEventListener("close", () => {
      box.remove();
      before?.focus?.({ preventScroll: true });
      resolve(result);
    });
    document.body.append(box);
    box.showModal();
  });
}
