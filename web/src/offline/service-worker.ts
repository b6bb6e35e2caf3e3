/**
 * Keeps the dashboard usable without a link. The shell (page, scripts, styles, coastline) is served from the cache
 * and changes only with a new version; reads of the API go to the network first and fall back to the last answer,
 * marked with the time when it was received. Answers are kept apart by account.
 */
export {};

declare const self: ServiceWorkerGlobalScope;

/** Both are written in at build time. */
const SHELL_FILES: unknown = JSON.parse("__SHELL_FILES__");
const SHELL_CACHE = "shell-__SHELL_VERSION__";

const EXTRAS_CACHE = "extras";
const STORED_AT_HEADER = "x-wakelog-stored-at";
/** How long a thin link may take before a kept answer is shown instead. */
const PATIENCE_MS = 10_000;
/** The most answers kept for one account; the oldest go first. */
const MOST_ANSWERS = 300;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL_CACHE)
      .then((cache) => cache.addAll(Array.isArray(SHELL_FILES) ? SHELL_FILES.map(String) : [])),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOldShells().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take-over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) {
    if (request.headers.has("Authorization")) event.respondWith(freshOrKept(request, event));
    return;
  }
  if (url.pathname === "/config.json") event.respondWith(freshOrKept(request, event));
  else if (request.mode === "navigate") event.respondWith(fromShell("/", request));
  else event.respondWith(fromShell(url.pathname, request));
});

async function forgetOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("shell-") && name !== SHELL_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A file of the shell. Other files are fetched once and kept: their names change with their content. */
async function fromShell(path: string, request: Request): Promise<Response> {
  const kept = await caches.match(path, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok && path.startsWith("/assets/")) {
    const cache = await caches.open(EXTRAS_CACHE);
    await cache.put(path, response.clone());
  }
  return response;
}

/** The cache of the account that sends a request, whose e-mail address is in the middle part of the token; `public` without a token. */
function answersCache(request: Request): string {
  const claims = request.headers.get("Authorization")?.split(".")[1];
  if (claims === undefined) return "public";
  try {
    const parsed: unknown = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/")));
    const email = typeof parsed === "object" && parsed !== null && "email" in parsed ? parsed.email : "";
    return `answers-${String(email).toLowerCase()}`;
  } catch {
    return "answers-unknown";
  }
}

async function freshOrKept(request: Request, event: FetchEvent): Promise<Response> {
  const name = answersCache(request);
  const cache = await caches.open(name);
  const kept = await cache.match(request.url, { ignoreVary: true });
  const fetched = fetch(request).then((response) => {
    if (response.ok) event.waitUntil(keep(cache, request.url, response.clone()));
    return response;
  });
  if (kept === undefined) return fetched;
  try {
    const response = await Promise.race([fetched, patience()]);
    // 502 to 504: the proxy answers, the server behind it does not. An older answer tells more.
    return response === null || (response.status >= 502 && response.status <= 504) ? kept : response;
  } catch {
    return kept;
  } finally {
    // A late answer is still worth keeping for the next time.
    event.waitUntil(fetched.then(ignore, ignore));
  }
}

function ignore(): void {}

function patience(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
}

/** Keeps an answer under its address, with the time, and without the headers that concern a single transfer. */
async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  const headers = new Headers();
  for (const name of ["Content-Type", "Content-Range"]) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set(STORED_AT_HEADER, new Date().toISOString());
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, new Response(await response.blob(), { status: 200, headers }));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS)).map((key) => cache.delete(key)));
}
