// Quotes, answers and a conversation as text: for the clipboard, and as Markdown to keep.
import { el } from "./dom.js";
import { parts } from "./flow.js";
import { where } from "./place.js";
import { level, moment, number, t } from "./words.js";

const line = (text) => text.replace(/\s+/g, " ").trim();

/** Document, place and section: what is needed to find a quote again. */
export function reference(citation) {
  return [citation.source, where(citation), citation.heading?.replaceAll(" > ", " › ")].filter(Boolean).join(" · ");
}

/** The words of a quote: wrapped lines joined, a row below its headings, code as it stands. */
export function words(citation) {
  const told = {
    table: ({ caption, headings, body }) => [caption, ...[headings, ...body].map((row) => row.join(" | "))].filter(Boolean).join("\n"),
    above: ({ text }) => text,
    code: ({ text }) => text,
    prose: ({ start, end }) => line(citation.quote.slice(start, end)),
  };
  return parts(citation).map((one) => told[one.kind](one)).join("\n");
}

/** A quote with its place, as it is copied. */
export function quoteText(citation) {
  return `${words(citation)}\n— ${reference(citation)}`;
}

/** The sentence that an engine wrote, where it is more than its quotes; "" else. */
export function writtenOf(answer) {
  const said = answer.citations.map((one) => line(one.quote));
  const written = line(answer.answer ?? "");
  return said.includes(written) || said.join(" ") === written ? "" : answer.answer;
}

/** A question with its answer, as they are copied. */
export function answerText(answer) {
  const quotes = answer.citations.map((one, at) => `${words(one)}\n[${at + 1}] ${reference(one)}`);
  return [answer.question, writtenOf(answer), ...quotes].filter(Boolean).join("\n\n");
}

/** What became of a question, in words. */
export function outcome(answer) {
  return t(answer.outcome === "unsure" && !answer.candidates.length ? "cannot_tell" : answer.outcome);
}

/** How sure an answer is, in words. */
export function sureness(answer) {
  const value = answer.confidence.calibrated ?? answer.confidence.raw;
  return t(answer.abstained ? "best" : "confidence", { word: level(value), number: number(value, 2) });
}

// Whatever shows the file later must find no markup in the words of a document: no tag, no picture, no link.
const inert = (text) => text.replace(/[\\`<[]/g, "\\$&");

function block(citation) {
  const cell = (text) => inert(text).replaceAll("|", "\\|");
  const row = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  const told = {
    table: ({ caption, headings, body }) => [caption && `${inert(caption)}\n`, row(headings), row(headings.map(() => "---")).replaceAll("\\", ""), ...body.map(row)].filter(Boolean).join("\n"),
    above: ({ text }) => inert(text),
    code: ({ text }) => {
      const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
      const fence = "`".repeat(longest + 1);
      return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
    },
    prose: ({ start, end }) => inert(line(citation.quote.slice(start, end))),
  };
  return parts(citation).map((one) => told[one.kind](one)).join("\n\n");
}

function quotation(citation, label) {
  const text = `${block(citation)}\n\n— ${label}${inert(reference(citation))}`;
  return text.split("\n").map((one) => `> ${one}`.trimEnd()).join("\n");
}

function turnText({ question, answer, knowledge, only, talk }) {
  const head = `## ${inert(line(question))}`;
  if (talk) return [head, inert(answer.reason)];
  const quoted = answer.outcome === "answer" ? answer.citations.map((one, at) => quotation(one, `[${at + 1}] `))
    : answer.candidates.map((one) => quotation(one, ""));
  return [
    head, `**${outcome(answer)}** · ${sureness(answer)} · ${inert(knowledge)}`,
    only.length > 0 && `${t("only_in")} ${inert(only.join(", "))}`,
    answer.outcome !== "answer" && inert(answer.reason ?? ""), inert(writtenOf(answer) ?? ""),
    answer.outcome === "absent" && quoted.length > 0 && t("nearest"), ...quoted,
  ];
}

/** A conversation as Markdown, the first question first. `turns`: {question, answer, knowledge, only, talk}. */
export function conversation(turns) {
  const head = [`# ${t("conversation")}`, moment(new Date().toISOString())];
  return `${[...head, ...turns.flatMap(turnText)].filter(Boolean).join("\n\n")}\n`;
}

/** Give the browser a file to keep. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
