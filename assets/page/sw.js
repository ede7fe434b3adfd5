// The shell of the page without its server: newest first, what was kept where there is no answer. Nothing of
// /api or /v1 is ever kept: documents and answers stay where they are.
const SHELL = "edge-shell-3";
// All of it at once: what was loaded before this worker was there did not come through its hands.
const FIRST = [
  "/", "icon.svg", "js/api.js", "js/ask.js", "js/bar.js", "js/dialog.js", "js/documents.js", "js/dom.js",
  "js/escalate.js", "js/flow.js", "js/kept.js", "js/keys.js", "js/main.js", "js/memory.js", "js/passage.js", "js/passes.js",
  "js/place.js", "js/plain.js", "js/quote.js", "js/source.js", "js/state.js", "js/token.js", "js/trace.js",
  "js/traces.js", "js/turn.js", "js/upload.js", "js/words.js", "manifest.webmanifest", "style/answer.css",
  "style/base.css", "style/rooms.css", "style/source.css", "text/en.js", "text/fr.js",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FIRST)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("edge-shell-") && name !== SHELL;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  const private_ = /^\/(?:api|v1|health|openapi)/.test(address.pathname);
  if (event.request.method !== "GET" || address.origin !== location.origin || private_) return;
  event.respondWith(newest(event.request));
});

async function newest(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = (await cache.match(request)) ?? (request.mode === "navigate" ? await cache.match("/") : undefined);
    if (kept) return kept;
    throw error;
  }
}
