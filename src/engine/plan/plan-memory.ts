/**
 * Plans of reads that came before. Boats and dashboards ask the same again and again; what a request means is
 * decided by its address and four headers, so reading and planning it twice is waste.
 */

import type { ApiRequest, HttpInput } from "../request/api-request.ts";
import { parseCookies } from "../request/cookies.ts";
import { visibleHeaders } from "../request/headers.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import type { StatementPlan } from "./plan-types.ts";

/** Plans kept, and the longest key: longer requests seldom come twice. */
const LIMIT = 500;
const LONGEST_KEY = 2_000;

interface Kept {
  readonly request: ApiRequest;
  readonly plan: StatementPlan;
}

/** The plans made with one schema cache, least recently used first. */
export class PlanMemory {
  readonly #kept = new Map<string, Kept>();
  #cache: SchemaCache | null = null;

  /** The request and plan of the same request before, with this one's headers; null when there is none. */
  find(input: HttpInput, cache: SchemaCache): Kept | null {
    if (this.#cache !== cache) return null;
    const key = keyOf(input);
    const kept = key === null ? undefined : this.#kept.get(key);
    if (key === null || kept === undefined) return null;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const { headers } = input;
    const request = {
      ...kept.request,
      headers: visibleHeaders(headers),
      cookies: parseCookies(headers.cookie),
    };
    return { request, plan: kept.plan };
  }

  /** Keeps what was made of a request. Plans of an earlier schema are forgotten. */
  keep(input: HttpInput, cache: SchemaCache, kept: Kept): void {
    const key = keyOf(input);
    if (key === null) return;
    if (this.#cache !== cache) this.#kept.clear();
    this.#cache = cache;
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > LIMIT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** Everything of a GET that its meaning depends on; null for what is not kept. */
function keyOf({ method, path, query, headers }: HttpInput): string | null {
  if (method !== "GET") return null;
  const relevant = [headers.accept, headers.prefer, headers.range, headers["accept-profile"]];
  const key = JSON.stringify([path, query, ...relevant.map((one) => one ?? null)]);
  return key.length > LONGEST_KEY ? null : key;
}
