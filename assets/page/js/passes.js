// How an answer came about: each pass as it is done, and why it went on or stopped.
import { el, fill } from "./dom.js";
import { number, t } from "./words.js";

/** A folded list of passes that grows while the answer is on its way. */
export class Passes {
  constructor() {
    this.line = el("summary", null, el("span", { class: "live" }), t("looking"));
    this.list = el("ol", { class: "steps" });
    this.root = el("details", { class: "passes", open: true }, this.line, this.list);
    this.steps = 0;
  }

  /** A pass that was just run. */
  add({ pass, action, why }) {
    this.steps += 1;
    this.list.append(step(pass, action, why));
    fill(this.line, el("span", { class: "live" }), action ? t(`then_${action}`) : t("looking"));
  }

  /** Others are asked before this question. */
  wait(ahead) {
    fill(this.line, el("span", { class: "live" }), t("queued", { count: ahead }));
  }

  /** The answer is there. */
  done(answer) {
    if (!this.steps) for (const pass of answer.passes) this.list.append(step(pass, "", ""));
    const parts = [
      t("passes", { count: answer.passes.length }),
      t("took", { ms: Math.round(answer.timings_ms?.total ?? 0) }),
      answer.stopped_because && t("stopped", { why: answer.stopped_because }),
    ];
    this.root.open = false;
    fill(this.line, parts.filter(Boolean).join(" · "));
  }
}

function step(pass, action, why) {
  const changes = [...(pass.changes ?? [])];
  if (pass.draft) changes.push(t("draft", { draft: pass.draft }));
  return el("li", { class: pass.error ? "step broken" : "step" },
    el("strong", null, t(`pass_${pass.kind}`)),
    el("span", { class: "engine" }, [pass.engine, pass.model].filter(Boolean).join(" · ")),
    pass.kind !== "blind" && !pass.error && el("span", { class: "sure" }, number(pass.confidence, 2)),
    el("span", { class: "ms" }, t("took", { ms: pass.ms < 10 ? Math.round(pass.ms * 10) / 10 : Math.round(pass.ms) })),
    pass.error && el("p", { class: "trouble" }, pass.error),
    changes.length > 0 && el("p", null, changes.join(" · ")),
    action && el("p", { class: "then" }, t(`then_${action}`), why && ` · ${why}`));
}
