/**
 * Remembers the plans of earlier reads. Boats and dashboards repeat their requests, and what a read means depends only
 * on its address and four headers, so it need not be parsed and planned twice.
 */

import type { ApiRequest, HttpInput } from "../request/api-request.ts";
import { parseCookies } from "../request/cookies.ts";
import { visibleHeaders } from "../request/headers.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import type { StatementPlan } from "./plan-types.ts";

/** The number of plans kept, and the longest key: longer requests are seldom repeated. */
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

  /** The remembered request and plan, with the headers of this request; null if there is none. */
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

  /** Remembers the plan of a request. Plans of an earlier schema are forgotten. */
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

/** Everything that the meaning of a GET depends on; null if the request is not worth remembering. */
function keyOf({ method, path, query, headers }: HttpInput): string | null {
  if (method !== "GET") return null;
  const relevant = [headers.accept, headers.prefer, headers.range, headers["accept-profile"]];
  const key = JSON.stringify([path, query, ...relevant.map((one) => one ?? null)]);
  return key.length > LONGEST_KEY ? null : key;
}
