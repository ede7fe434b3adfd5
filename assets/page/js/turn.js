// One question and what came of it: an answer with its quotes, the likeliest places, or that it is not there.
import { events } from "./api.js";
import { copied, el, fill, say } from "./dom.js";
import { escalation } from "./escalate.js";
import { Passes } from "./passes.js";
import { answerText, outcome, sureness, words, writtenOf } from "./plain.js";
import { quote } from "./quote.js";
import { shared } from "./state.js";
import { trace } from "./trace.js";
import { t } from "./words.js";

// Of an answer, to those who listen.
const MOST_SAID = 600;

// Characters of a question that are shown without scrolling.
const LONG = 400;
let count = 0;

/**
 * A turn of the conversation. `root` is its article; `answer` is there once `ask` is done; `talk`: nothing was
 * asked ("thanks"); `refused`: the question cannot be asked as it is.
 */
export class Turn {
  /** `only`: sources of the documents to look in; none: all. */
  constructor(question, knowledge, history, only = []) {
    Object.assign(this, { question, knowledge, history, only, answer: null, talk: false, refused: false });
    this.stop = new AbortController();
    this.body = el("div", { class: "turn-body" });
    const long = question.length > LONG;
    const title = el("h2", { class: long ? "question long" : "question", id: `question-${(count += 1)}`, tabindex: long && "0" }, question);
    this.scope = el("p", { class: "only" });
    this.root = el("article", { class: "turn", "aria-busy": "true", "aria-labelledby": title.id }, title, this.scope, this.body);
  }

  /** A turn that was answered before. */
  static of({ question, knowledge, history, only, answer }) {
    const turn = new Turn(question, knowledge, history, only);
    turn.show(answer, new Passes(), false);
    turn.scoped();
    turn.root.setAttribute("aria-busy", "false");
    return turn;
  }

  /** What the server is asked. */
  get asked() {
    return { question: this.question, knowledge: this.knowledge, history: this.history, sources: this.only };
  }

  /** What a later question goes on from. */
  get earlier() {
    const { citations, candidates } = this.answer;
    const shown = citations.length ? citations : candidates;
    return {
      question: this.question,
      quotes: citations.map((one) => one.quote),
      sources: [...new Set(shown.map((one) => one.source))],
    };
  }

  /** Below the question: the base that was asked, where there are several, and the documents, where not all were. */
  scoped() {
    const only = this.only.length > 0 && `${t("only_in")} ${this.only.join(", ")}`;
    fill(this.scope, [shared.bases.length > 1 && this.knowledge, only].filter(Boolean).join(" · "));
  }

  /** The same in the language that the page has now. */
  redraw() {
    this.scoped();
    if (this.answer) this.show(this.answer, new Passes(), false);
  }

  /** Ask, show each pass as it comes, then the answer. `sha256`: of what the person saw and let go. */
  async ask(sha256 = null) {
    const passes = new Passes();
    if (this.stop.signal.aborted) this.stop = new AbortController();
    const giveUp = el("button", { class: "quiet", type: "button", onclick: () => this.stop.abort() }, t("give_up"));
    fill(this.body, passes.root, el("p", { class: "actions waiting" }, giveUp));
    this.scoped();
    say(t("looking"));
    Object.assign(this, { answer: null, talk: false, refused: false });
    this.root.setAttribute("aria-busy", "true");
    const [path, body] = sha256 ? ["/api/escalate/send", { ...this.asked, sha256 }] : ["/api/ask", this.asked];
    try {
      for await (const [name, data] of events(path, body, this.stop.signal)) {
        if (name === "pass") passes.add(data);
        else if (name === "note") passes.wait(data.params?.ahead ?? 1);
        else if (name === "answer") this.show(data, passes);
      }
      if (!this.answer) throw new Error(t("cut"));
    } catch (error) {
      fill(this.body);
      const stopped = error.name === "AbortError";
      this.refused = error.status === 400;
      put(this.body, el("div", { class: "failure" }, el("p", { class: "trouble" }, stopped ? t("given_up") : error.message),
        !stopped && error.hint && el("p", { class: "hint" }, error.hint),
        el("p", { class: "actions" }, el("button", { class: "quiet", type: "button", onclick: () => this.ask() }, t("ask_again")))));
      if (!stopped) say(error.message);
    } finally {
      this.root.setAttribute("aria-busy", "false");
    }
  }

  show(answer, passes, aloud = true) {
    this.answer = answer;
    this.talk = courtesy(answer);
    if (!this.talk) this.root.dataset.outcome = answer.outcome;
    passes.done(answer);
    if (this.talk) {
      fill(this.body, el("p", { class: "written" }, answer.reason));
      if (aloud) say(answer.reason);
      return;
    }
    fill(this.body, verdict(answer), written(answer), quotes(answer, this.knowledge), foot(this, answer), passes.root);
    if (aloud) say([outcome(answer), answer.answer ?? likeliest(answer)].join("\n").slice(0, MOST_SAID));
  }
}

function put(parent, ...children) {
  parent.append(...children.filter(Boolean));
}

/** Whether nothing was asked ("thanks"): then a short word is all there is to say. */
const courtesy = (answer) => (answer.codes.reason ?? []).some((one) => one.code.startsWith("courtesy."));

function verdict(answer) {
  return el("div", { class: "verdict" },
    el("span", { class: "outcome-sign", "aria-hidden": "true" }),
    el("p", { class: "outcome" }, outcome(answer)),
    answer.outcome === "absent" && answer.reason && el("p", { class: "reason" }, capital(answer.reason)));
}

/** The likeliest place of an answer that is not sure, in words. */
const likeliest = (answer) => (answer.outcome === "unsure" && answer.candidates.length ? words(answer.candidates[0]) : "");

const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1) + (/[.!?…:]$/.test(text) ? "" : ".");

function written(answer) {
  const text = writtenOf(answer);
  return text ? el("p", { class: "written" }, text) : null;
}

function quotes(answer, knowledge) {
  if (answer.outcome === "answer") {
    return el("ol", { class: "quotes" }, answer.citations.map((one, at) => quote(one, at + 1, one.knowledge || knowledge)));
  }
  const why = answer.outcome === "unsure" && answer.reason && el("p", { class: "reason after" }, capital(answer.reason));
  if (!answer.candidates.length) return why;
  const list = el("ul", { class: "quotes" }, answer.candidates.map((one) => quote(one, null, one.knowledge || knowledge)));
  if (answer.outcome === "absent") return [el("p", { class: "nearest" }, t("nearest")), list];
  return [list, why];
}

function sure(answer) {
  const { raw, calibrated } = answer.confidence;
  const value = calibrated ?? raw;
  const filled = el("span", { class: "meter-fill" });
  filled.style.inlineSize = `${Math.round(100 * Math.max(0, Math.min(1, value)))}%`;
  return el("p", { class: "sure", title: answer.confidence.source },
    el("span", { class: "meter", "aria-hidden": "true" }, filled),
    sureness(answer), calibrated === null && ` (${t("uncalibrated")})`);
}

function foot(turn, answer) {
  const last = answer.passes.at(-1);
  const copy = el("button", { class: "quiet", type: "button" }, t("copy_answer"));
  copy.addEventListener("click", () => copied(copy, answerText(answer), t("copied")));
  return el("footer", { class: "turn-foot" },
    sure(answer),
    last && last.engine !== "rules" && el("p", null, t("engine", { engine: last.engine })),
    answer.dropped.length > 0 && el("p", null, t("left_out", { count: answer.dropped.length })),
    answer.escalation.cost_usd > 0 && el("p", null, t("cost", { usd: answer.escalation.cost_usd.toFixed(4) })),
    el("p", { class: "actions" },
      el("button", { class: "quiet", type: "button", onclick: () => trace(answer) }, t("trace")),
      answer.outcome === "answer" && copy,
      answer.abstained && turn.only.length > 0 && el("button", { class: "quiet", type: "button", onclick: () => ((turn.only = []), turn.ask()) }, t("ask_all")),
      escalation(turn, answer)),
    answer.notes.length > 0 && el("ul", { class: "notes" }, answer.notes.map((note) => el("li", null, note))));
}
