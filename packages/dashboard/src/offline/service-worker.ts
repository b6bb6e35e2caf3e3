/**
 * Keeps the dashboard usable without a link. The shell (page, scripts, styles, coastline) is served from the cache
 * and changes only with a new version; reads of the API go to the network first and fall back to the last answer,
 * marked with the time when it was received. Answers are kept apart by account. Of the shell, what the page has loaded
 * anyway is kept at once; pages say when there is a link for the rest (see fetch-ahead.ts).
 */
export {};

declare const self: ServiceWorkerGlobalScope;

/** Files of this version: of every page, of some pages only, and of languages. Written in at build time, as is the version. */
declare const SHELL_FILES: {
  readonly first: readonly string[];
  readonly ahead: readonly string[];
  readonly words: readonly string[];
};
const { first, ahead, words } = SHELL_FILES;
const SHELL_CACHE = "shell-__SHELL_VERSION__";

/** Where files that were used were kept before they were kept with the shell. */
const FORMER_CACHE = "extras";
const CONFIG = "/config.json";
const CHARTS = "/charts.json";
/** Where the API is at the dashboard's own address. */
const API = "/api/";
const STORED_AT_HEADER = "x-wakelog-stored-at";
/** Parts of the map that were looked at, and the most of them that are kept. */
const PARTS_CACHE = "map-parts";
const MOST_PARTS = 400;
/** How long a thin link may take before a kept answer is shown instead. */
const PATIENCE_MS = 10_000;
/** The most answers kept for one account; the oldest go first. */
const MOST_ANSWERS = 700;
/** Photos never change under their number: each is fetched once. Small copies, and whole pictures. */
const MOST_PICTURES: Readonly<Record<string, number>> = {
  "/rpc/log_photo_thumbnail_fn": 500,
  "/rpc/log_photo_fn": 20,
};

/** Where browsers can be told who answers. @see https://www.w3.org/TR/service-workers/#register-router-method */
interface Routed {
  addRoutes(rule: { readonly condition: object; readonly source: "fetch-event" }): Promise<void>;
}

function isRouted(event: ExtendableEvent): event is ExtendableEvent & Routed {
  return "addRoutes" in event;
}

self.addEventListener("install", (event) => {
  // Pages are kept here: some browsers ask the server for them as well, while they wait for this worker to start.
  if (isRouted(event))
    void event.addRoutes({ condition: { requestMode: "navigate" }, source: "fetch-event" });
  event.waitUntil(Promise.all([inherit([...ahead, ...words]).then(() => hold(first)), keepConfig()]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOldShells().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const said: unknown = event.data;
  if (said === "take-over") void self.skipWaiting();
  else if (said === "fetch-ahead") event.waitUntil(hold(ahead).catch(ignore));
  // What a page had loaded before it was controlled.
  else if (Array.isArray(said)) event.waitUntil(hold(shellFilesIn(said)).catch(ignore));
  else if (isPart(said)) event.waitUntil(keepPart(said.part, new Blob([said.bytes])).catch(ignore));
});

/** A part of a file that a page fetched before it was controlled (see keep-part.ts). */
function isPart(said: unknown): said is { readonly part: string; readonly bytes: ArrayBuffer } {
  if (typeof said !== "object" || said === null || !("part" in said && "bytes" in said)) return false;
  return typeof said.part === "string" && said.bytes instanceof ArrayBuffer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  // A live stream never ends, and is not kept.
  if (request.headers.get("Accept") === "text/event-stream") return;
  // Whether the API has an address of its own or a proxy has put both at one.
  if (request.headers.has("Authorization")) {
    const [, most] = Object.entries(MOST_PICTURES).find(([path]) => url.pathname.endsWith(path)) ?? [];
    event.respondWith(most === undefined ? freshOrKept(request, event) : picture(request, url, most));
    return;
  }
  if (url.origin !== self.location.origin || url.pathname.startsWith(API)) return;
  const range = request.headers.get("Range");
  if (range !== null) event.respondWith(part(`${url.pathname}?${range}`, request));
  else if (url.pathname.startsWith("/charts/")) event.respondWith(part(request.url, request));
  else if (url.pathname === CONFIG || url.pathname === CHARTS) event.respondWith(freshOrKept(request, event));
  else if (request.mode === "navigate") event.respondWith(fromShell("/", request));
  else event.respondWith(fromShell(url.pathname, request));
});

function shellFilesIn(paths: readonly unknown[]): readonly string[] {
  return paths.map(String).filter((path) => ahead.includes(path) || words.includes(path));
}

/** Takes what older versions had of these files: their names change with their content. */
async function inherit(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  for (const path of paths) {
    const kept = await caches.match(path);
    if (kept !== undefined) await cache.put(path, kept);
  }
}

/** Fetches those of these files that are not there yet, one after the other, so that they do not get in anybody's way. */
async function hold(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  for (const path of paths) if ((await cache.match(path)) === undefined) await cache.add(path);
}

/** Where the API is: the page asked for it before this worker was there. */
async function keepConfig(): Promise<void> {
  const request = new Request(CONFIG);
  const response = await fetch(request);
  if (response.ok) await keep(await caches.open(answersCache(request)), request.url, response);
}

async function forgetOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name === FORMER_CACHE || (name.startsWith("shell-") && name !== SHELL_CACHE),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A file of the shell. Other files are fetched once and kept: their names change with their content. */
async function fromShell(path: string, request: Request): Promise<Response> {
  const kept = await caches.match(path, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok && path.startsWith("/assets/")) {
    const cache = await caches.open(SHELL_CACHE);
    await cache.put(path, response.clone());
  }
  return response;
}

/** A part of a file, or a chart's tile, whose address changes with its content. Kept as a whole answer: caches take no parts. */
async function part(key: string, request: Request): Promise<Response> {
  const cache = await caches.open(PARTS_CACHE);
  const kept = await cache.match(key);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.status === 206 || response.status === 200) await keepPart(key, await response.clone().blob());
  return response;
}

async function keepPart(key: string, body: Blob): Promise<void> {
  const cache = await caches.open(PARTS_CACHE);
  await cache.put(key, new Response(body, { headers: { "Content-Length": String(body.size) } }));
  await keepNewest(cache, MOST_PARTS);
}

/** A picture, which is fetched once. */
async function picture(request: Request, url: URL, most: number): Promise<Response> {
  const cache = await caches.open(`${answersCache(request)} ${url.pathname}`);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request.url, response.clone());
    await keepNewest(cache, most);
  }
  return response;
}

/** Forgets all but the newest answers. */
async function keepNewest(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((old) => cache.delete(old)));
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
  const question = `${name} ${request.url}`;
  const n = ++asked;
  // An answer that took longer than that to a later question is older than what is kept.
  const isNewest = (): boolean => {
    if ((answered.get(question) ?? 0) > n) return false;
    answered.set(question, n);
    return true;
  };
  const fetched = fetch(request).then((response) => {
    if (response.ok) event.waitUntil(keep(cache, request.url, response.clone(), isNewest));
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

/** How often something was asked, and which time the kept answer to a question is from. */
let asked = 0;
const answered = new Map<string, number>();

function ignore(): void {}

function patience(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
}

/** Keeps an answer under its address, with the time, and without the headers that concern a single transfer. */
async function keep(cache: Cache, url: string, response: Response, isWanted = () => true): Promise<void> {
  const headers = new Headers();
  for (const name of ["Content-Type", "Content-Range"]) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set(STORED_AT_HEADER, new Date().toISOString());
  // All of it, before the one that it replaces goes: the link may break, or the page may not want it any more.
  const body = await response.blob();
  if (!isWanted()) return;
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, new Response(body, { status: 200, headers }));
  await keepNewest(cache, MOST_ANSWERS);
}
