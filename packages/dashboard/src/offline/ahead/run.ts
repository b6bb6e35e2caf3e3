/** Sends bulk questions from the service worker and keeps the answers that they contain, also after the page has closed. */
import { type Answer, answersIn, type Bulk, type Ids, pathFor, rowsOf } from "./bulk.ts";

/** A page's request to keep what its user reads offline. */
export interface Ahead {
  /** Of the API, without a trailing slash. */
  readonly address: string;
  readonly token: string;
  readonly questions: readonly Bulk[];
}

/** What is kept, and since when. */
export interface Kept {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly logs: number;
  readonly stays: number;
  readonly moorages: number;
}

/** Where `Kept` is stored, in the account's cache. */
export type KeptPath = "/kept-ahead";
const KEPT: KeptPath = "/kept-ahead";

/** An account's answers on this device. */
export interface Shelf {
  readonly cache: Cache;
  /** Stores answers unless a page has received newer ones since `since`. */
  readonly store: (answers: readonly (Answer & { readonly url: string })[], since: number) => Promise<void>;
  /** The turn of a request that is about to be sent. */
  readonly turn: () => number;
}

/** An earlier repetition would find little new. */
const EVERY_MS = 30 * 60_000;
const PATIENCE_MS = 60_000;
/** Signed out, too many requests, no server behind the proxy, no boat yet: the next question has no better answer. */
const ENDS = new Set([401, 429, 502, 503, 551]);

/** Accounts at work. */
const working = new Set<string>();

/** Keeps what a page asks for, unless it was done a short time ago. @throws if there is no reason to continue */
export async function keepAhead(ahead: Ahead, account: string, shelf: Shelf): Promise<void> {
  if (working.has(account)) return;
  working.add(account);
  try {
    const before = await keptIn(shelf.cache);
    const age = Date.now() - (before?.at ?? 0);
    if (age >= 0 && age < EVERY_MS) return;
    const kept: Kept = { at: Date.now(), ...(await new Run(ahead, shelf).keepAll()) };
    await shelf.cache.put(KEPT, Response.json(kept));
  } finally {
    working.delete(account);
  }
}

async function keptIn(cache: Cache): Promise<Kept | null> {
  return (await (await cache.match(KEPT))?.json()) ?? null;
}

class Run {
  readonly #ahead: Ahead;
  readonly #shelf: Shelf;
  #ids: Ids = { logs: [], stays: [], moorages: [] };
  /** Ids of rows that are as they were kept. */
  readonly #unchanged = new Set<number>();

  constructor(ahead: Ahead, shelf: Shelf) {
    this.#ahead = ahead;
    this.#shelf = shelf;
  }

  /** @returns how much is kept */
  async keepAll(): Promise<Omit<Kept, "at">> {
    let missing = 0;
    for (const bulk of this.#ahead.questions) {
      if (bulk.of === undefined) {
        await this.#ask(bulk, bulk.path);
        continue;
      }
      const { list, atOnce } = bulk.of;
      const ids = bulk.onlyChanged === true ? await this.#outdated(bulk, this.#ids[list]) : this.#ids[list];
      for (let from = 0; from < ids.length; from += atOnce) {
        await this.#ask(bulk, pathFor(bulk.path, ids.slice(from, from + atOnce)));
      }
      if (bulk.onlyChanged === true) missing += (await this.#unkept(bulk, this.#ids[list])).length;
    }
    const { logs, stays, moorages } = this.#ids;
    return { logs: logs.length - missing, stays: stays.length, moorages: moorages.length };
  }

  async #ask(bulk: Bulk, path: string): Promise<void> {
    const since = this.#shelf.turn();
    const response = await fetch(this.#ahead.address + path, {
      headers: {
        Accept: "application/json",
        Authorization: `Bearer ${this.#ahead.token}`,
        ...(bulk.count === true ? { Prefer: "count=exact" } : {}),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { status } = response;
    if (ENDS.has(status)) throw new Error(`keeping ahead ended with ${status}`);
    if (!response.ok) return;
    const total = Number(response.headers.get("Content-Range")?.split("/")[1]);
    const body: unknown = await response.json();
    const { makes } = bulk;
    if (makes !== undefined) {
      const ids = rowsOf(body)
        .slice(0, makes.most)
        .map(({ id }) => Number(id));
      this.#ids = { ...this.#ids, [makes.list]: ids };
    }
    const answers = answersIn(bulk, path, body, this.#ids, Number.isNaN(total) ? null : total);
    const placed = answers.map((answer) => ({ ...answer, url: this.#url(answer.path) }));
    if (bulk.showsChanges === true) {
      for (const { url, body: rows } of placed) {
        const [id, ...others] = rowsOf(rows).map((row) => Number(row.id));
        if (id !== undefined && others.length === 0 && (await this.#isAsKept(url, rows)))
          this.#unchanged.add(id);
      }
    }
    await this.#shelf.store(placed, since);
  }

  /** Ids whose rows have changed, or whose answer is not kept. */
  async #outdated(bulk: Bulk, ids: readonly number[]): Promise<readonly number[]> {
    const unkept = new Set(await this.#unkept(bulk, ids));
    return ids.filter((id) => unkept.has(id) || !this.#unchanged.has(id));
  }

  /** Ids without an answer. */
  async #unkept(bulk: Bulk, ids: readonly number[]): Promise<readonly number[]> {
    const path = bulk.answers?.[0]?.path ?? bulk.path;
    const kept = await Promise.all(ids.map((id) => this.#shelf.cache.match(this.#url(pathFor(path, [id])))));
    return ids.filter((_, index) => kept[index] === undefined);
  }

  async #isAsKept(url: string, body: unknown): Promise<boolean> {
    const kept = await this.#shelf.cache.match(url, { ignoreVary: true });
    return kept !== undefined && JSON.stringify(await kept.json()) === JSON.stringify(body);
  }

  /** As pages request it. */
  #url(path: string): string {
    return new URL(this.#ahead.address + path).href;
  }
}
