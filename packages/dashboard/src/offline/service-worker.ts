/**
 * Keeps the dashboard usable offline. The shell (page, scripts, styles, coastline) comes from the cache and changes
 * only with a new version; API reads try the network first and fall back to the last response, marked with its time.
 * Responses are kept per account. Loaded shell files are cached at once; pages say when the link is good enough for
 * the rest (see fetch-ahead.ts).
 */
import { type Ahead, keepAhead } from "./ahead/run.ts";
import type { EarlyAnswer } from "./hand-over.ts";
import { isAhead, isAnswer, isPart } from "./messages.ts";

declare const self: ServiceWorkerGlobalScope;

/**
 * Files of this version: of every page, of some pages only, and of languages. Inserted by the build, like the
 * version.
 */
declare const SHELL_FILES: {
  readonly first: readonly string[];
  readonly ahead: readonly string[];
  readonly words: readonly string[];
};
const { first, ahead, words } = SHELL_FILES;
const SHELL_CACHE = "shell-__SHELL_VERSION__";

/** The former cache of shell files in use. */
const FORMER_CACHE = "extras";
const CONFIG = "/config.json";
const CHARTS = "/charts.json";
/** The API's path on the dashboard's own origin. */
const API = "/api/";
const STORED_AT_HEADER = "x-wakelog-stored-at";
/** Visited parts of the map, and their maximum. */
const PARTS_CACHE = "map-parts";
const MOST_PARTS = 400;
/** How long a slow link may take before a cached response is shown. */
const PATIENCE_MS = 10_000;
/** Maximum of responses per account, more than twice as many as are kept ahead; the oldest go first. */
const MOST_ANSWERS = 1_500;
/** Photos are immutable, so each is fetched once. Thumbnails, and full pictures. */
const MOST_PICTURES: Readonly<Record<string, number>> = {
  "/rpc/log_photo_thumbnail_fn": 500,
  "/rpc/log_photo_fn": 20,
};

/** Static routing, where browsers have it. @see https://www.w3.org/TR/service-workers/#register-router-method */
interface Routed {
  addRoutes(rule: { readonly condition: object; readonly source: "fetch-event" }): Promise<void>;
}

function isRouted(event: ExtendableEvent): event is ExtendableEvent & Routed {
  return "addRoutes" in event;
}

self.addEventListener("install", (event) => {
  // Pages are cached here: some browsers race the server while this worker starts.
  if (isRouted(event))
    void event.addRoutes({ condition: { requestMode: "navigate" }, source: "fetch-event" });
  event.waitUntil(Promise.all([inherit([...ahead, ...words]).then(() => hold(first)), keepConfig()]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOldShells().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const message: unknown = event.data;
  if (message === "take-over") void self.skipWaiting();
  else if (message === "fetch-ahead") event.waitUntil(hold(ahead).catch(ignore));
  // Files that a page loaded before it was controlled.
  else if (Array.isArray(message)) event.waitUntil(hold(shellFilesIn(message)).catch(ignore));
  else if (isPart(message)) event.waitUntil(keepPart(message.part, new Blob([message.bytes])).catch(ignore));
  else if (isAnswer(message)) event.waitUntil(keepEarly(message.answer).catch(ignore));
  else if (isAhead(message)) event.waitUntil(keepAllAhead(message.ahead).catch(ignore));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  // A live stream never ends, so it is not cached.
  if (request.headers.get("Accept") === "text/event-stream") return;
  // Whether the API has its own origin, or a proxy serves both on one.
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

/** Takes over an older version's files: their names change with their content. */
async function inherit(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  for (const path of paths) {
    const kept = await caches.match(path);
    if (kept !== undefined) await cache.put(path, kept);
  }
}

/** Fetches the missing files one by one, to leave bandwidth to others. */
async function hold(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  for (const path of paths) if ((await cache.match(path)) === undefined) await cache.add(path);
}

/** The API's address: the page fetched it before this worker was active. */
async function keepConfig(): Promise<void> {
  const request = new Request(CONFIG);
  const response = await fetch(request);
  if (response.ok) await keep(await caches.open(answersCache(null)), request.url, response);
}

/** A response that a page received before it was controlled (see hand-over.ts). */
async function keepEarly({ url, token, body, range }: EarlyAnswer): Promise<void> {
  const cache = await caches.open(answersCache(token));
  await keep(cache, url, answerOf(body, range), () => isNewest(`${answersCache(token)} ${url}`, 0));
}

/** Keeps what the page's user reads offline. */
async function keepAllAhead(ahead: Ahead): Promise<void> {
  const account = answersCache(ahead.token);
  const cache = await caches.open(account);
  await keepAhead(ahead, account, {
    cache,
    turn: () => ++requests,
    async store(answers, since) {
      await Promise.all(
        answers.map(({ url, body, range }) =>
          keep(cache, url, answerOf(JSON.stringify(body), range), () => isNewest(`${account} ${url}`, since)),
        ),
      );
      await keepNewest(cache, MOST_ANSWERS);
    },
  });
}

function answerOf(body: string, range: string | null): Response {
  const headers = new Headers({ "Content-Type": "application/json; charset=utf-8" });
  if (range !== null) headers.set("Content-Range", range);
  return new Response(body, { headers });
}

async function forgetOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name === FORMER_CACHE || (name.startsWith("shell-") && name !== SHELL_CACHE),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A shell file. Other files are fetched once: their names change with their content. */
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

/** A map part, immutable under its URL. Cached as a full response: caches reject partial ones. */
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

/** A picture, fetched once. */
async function picture(request: Request, url: URL, most: number): Promise<Response> {
  const cache = await caches.open(`${answersCache(tokenOf(request))} ${url.pathname}`);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request.url, response.clone());
    await keepNewest(cache, most);
  }
  return response;
}

/** Drops all but the newest responses. */
async function keepNewest(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((old) => cache.delete(old)));
}

/** The header Authorization; null if there is none. */
function tokenOf(request: Request): string | null {
  return request.headers.get("Authorization");
}

/** The cache of an account, by the e-mail address in the token's payload; `public` without a token. */
function answersCache(token: string | null): string {
  const claims = token?.split(".")[1];
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
  const name = answersCache(tokenOf(request));
  const cache = await caches.open(name);
  const kept = await cache.match(request.url, { ignoreVary: true });
  const question = `${name} ${request.url}`;
  const n = ++requests;
  const keepFetched = async (response: Response) => {
    await keep(cache, request.url, response, () => isNewest(question, n));
    await keepNewest(cache, MOST_ANSWERS);
  };
  const fetched = fetch(request).then((response) => {
    if (response.ok) event.waitUntil(keepFetched(response.clone()));
    return response;
  });
  if (kept === undefined) return fetched;
  try {
    const response = await Promise.race([fetched, patience()]);
    // 502 to 504: the proxy responds, the server behind it does not. An older response is more useful.
    return response === null || (response.status >= 502 && response.status <= 504) ? kept : response;
  } catch {
    return kept;
  } finally {
    // A late response is still worth caching.
    event.waitUntil(fetched.then(ignore, ignore));
  }
}

/** Request counter, and the counter of each cached response. */
let requests = 0;
const answered = new Map<string, number>();

/** Whether no later request has answered a question: a slow response may be older than the cached one. */
function isNewest(question: string, n: number): boolean {
  if ((answered.get(question) ?? 0) > n) return false;
  answered.set(question, n);
  return true;
}

function ignore(): void {}

function patience(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
}

/** Caches a response with its time, without the headers of a single transfer. */
async function keep(cache: Cache, url: string, response: Response, isWanted = () => true): Promise<void> {
  const headers = new Headers();
  for (const name of ["Content-Type", "Content-Range"]) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set(STORED_AT_HEADER, new Date().toISOString());
  // Read it all before replacing the old one: the link may break, or the page may cancel.
  const body = await response.blob();
  if (!isWanted()) return;
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, new Response(body, { status: 200, headers }));
}
