// Documents dropped on the page: sent one by one, then indexed, with progress; what became of each is told.
import { events, send } from "./api.js";
import { el, fill, say, sign } from "./dom.js";
import { documentsChanged, shared } from "./state.js";
import { t } from "./words.js";

let waiting = [];
// What is under way, or ended while another room was shown: {node, done}.
let works = [];
// Of the room as it is shown now.
let here = null;

/** Files dropped before the room was there. */
export function bring(files) {
  waiting = [...files];
}

/** Where files are dropped or chosen; `done` draws the list anew. */
export function dropZone(done) {
  if (!shared.write) return el("p", { class: "hint read-only" }, t("read_only"));
  const field = el("input", { type: "file", id: "files", multiple: true, class: "unseen" });
  const zone = el("div", { class: "drop" },
    sign("file"), el("p", null, el("label", { for: "files", class: "link" }, t("choose_files")), " ", t("or_drop")), field);
  const state = el("div", { class: "upload" }, works.map((one) => one.node));
  here = { zone, state };
  works = works.filter((one) => !one.done);
  zone.hidden = works.length > 0;
  const take = (files) => files.length && upload([...files], done);
  field.addEventListener("change", () => {
    take(field.files);
    field.value = ""; // the same file again is no change otherwise
  });
  if (waiting.length) queueMicrotask(() => take(waiting.splice(0)));
  return [zone, state];
}

/** Files dropped anywhere on the window; `enter` leads to the room that takes them. */
export function dropAnywhere(enter) {
  // Also where nothing may be written: the browser would leave the page and show the file.
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    if (shared.write) document.body.classList.add("dragging");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dragging");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dragging");
    if (!carries(event)) return;
    event.preventDefault();
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.());
    const files = [...event.dataTransfer.files].filter((_, at) => !entries[at]?.isDirectory);
    if (shared.write) bring(files);
    enter();
  });
}

async function upload(files, done) {
  const { knowledge } = shared; // another may be chosen meanwhile
  const line = el("p", null);
  const bar = el("progress", { max: "1", value: "0", "aria-label": t("indexing") });
  const work = { node: el("div", { class: "work" }, line, bar), done: false };
  if (!works.length) fill(here.state); // what became of those before
  works.push(work);
  here.state.append(work.node);
  here.zone.hidden = true;
  say(t("indexing"));
  const failed = [];
  let lines = [];
  try {
    for (const [at, file] of files.entries()) {
      line.textContent = t("sending", { name: file.name, at: at + 1, count: files.length });
      bar.value = (0.3 * at) / files.length;
      try {
        await send(`/api/index/${encodeURIComponent(file.name)}`, { knowledge }, file);
      } catch (error) {
        failed.push({ source: file.name, status: "failed", reason: [error.message, error.hint].filter(Boolean).join(" ") });
      }
    }
    const report = failed.length < files.length ? await indexed(knowledge, line, bar) : { sources: [] };
    documentsChanged(knowledge);
    await done();
    lines = became(files, report, failed);
  } catch (error) {
    lines = [[error.message, true], ...(error.hint ? [[error.hint, false]] : [])];
  }
  work.done = true;
  fill(work.node, el("ul", { class: "became" }, lines.map(([line, bad]) => el("li", { class: bad && "trouble" }, line))));
  if (!work.node.isConnected) return; // another room is shown: it stands there when one comes back
  works = works.filter((one) => one !== work);
  here.zone.hidden = works.length > 0;
  say(lines.map(([line]) => line).join("\n"));
}

async function indexed(knowledge, line, bar) {
  let report = null;
  for await (const [name, data] of events("/api/index", { knowledge })) {
    if (name === "progress") {
      const part = data.total ? data.done / data.total : 0;
      bar.value = data.name === "reading" ? 0.3 + 0.5 * part : 0.8 + 0.2 * part;
      line.textContent = [t(`step_${data.name}`), data.document].filter(Boolean).join(" · ");
    } else if (name === "note") {
      line.textContent = t("indexing_queued");
    } else {
      report = data;
    }
  }
  if (!report) throw new Error(t("indexing_cut"));
  return report;
}

/** What became of the files that were sent as [sentence, whether it went wrong]; what failed before stands in the list. */
function became(files, report, failed) {
  const refused = new Set(failed.map((one) => one.source));
  const sent = files.map((file) => file.name).filter((name) => !refused.has(name));
  const parts = (one) => one.source.normalize().split("/"); // a folder's label before it, a name in an archive after
  const names = new Set(sent.map((name) => name.normalize()));
  const changed = [...failed, ...report.sources.filter((one) =>
    one.status !== "unchanged" && (one.status !== "failed" || parts(one).some((part) => names.has(part))))];
  const known = new Set(report.sources.flatMap(parts));
  const ignored = sent.filter((name) => !known.has(name.normalize())).map((name) => t("ignored", { name }));
  const vectors = report.vectors?.model && [report.vectors.reason, report.vectors.hint].filter(Boolean).join(" ");
  const lines = [
    ...changed.map((one) => [[t(`status_${one.status}`), one.source, one.reason].filter(Boolean).join(" · "), one.status === "failed"]),
    ...ignored.map((line) => [line, true]),
  ];
  if (!lines.length) lines.push([t("nothing_new"), false]);
  if (vectors) lines.push([vectors, false]);
  return lines;
}
