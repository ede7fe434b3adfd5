// The shell of the page without its server: newest first, what was kept where there is no answer. Nothing of
// /api or /v1 is ever kept: documents and answers stay where they are.
const SHELL = "edge-shell-1";
const FIRST = ["/", "manifest.webmanifest", "icon.svg"];

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
