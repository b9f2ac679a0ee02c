// The service worker of game.html: it keeps the page for times without a network. It is of no use for the file on disk.

const KEPT = "lexkit-game";

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add("game.html")));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || event.request.mode !== "navigate") return;
  event.respondWith(
    fetch(event.request).then(async (answer) => {
      if (answer.ok) await (await caches.open(KEPT)).put("game.html", answer.clone());
      return answer;
    }).catch(() => caches.match("game.html")),
  );
});
