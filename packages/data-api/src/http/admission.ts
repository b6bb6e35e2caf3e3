/** A request's limits, known from its headers before its body is read. */
import type { EngineInput } from "../engine/engine.ts";

/** The terms for a request. */
export interface Admitted {
  /** Largest body after decompression, in bytes; null if the token is invalid, and no body read. */
  readonly bodyBytes: number | null;
  /** Rate limit per key and minute; null if requests are not counted. */
  readonly perMinute: number | null;
  /** The key for the rate limit. */
  readonly counted: string;
  /** The key for counting the answer until the client has received it. */
  readonly holder: string;
  /** The caller, if already authenticated; rejects as the engine would. */
  readonly caller?: NonNullable<EngineInput["caller"]>;
}

/** Decides by the headers (names in lower case) and the peer's address. Never rejects. */
export type Admit = (headers: Readonly<Record<string, string>>, address: string) => Promise<Admitted>;

/** Browsers send a preflight before most requests of a page; it costs next to nothing. */
const PREFLIGHTS_PER_MINUTE = 6_000;

/** Admits all requests equally, with bodies up to `bodyBytes`, uncounted. */
export function admitAlike(bodyBytes: number): Admit {
  return async (_headers, address) => ({ bodyBytes, perMinute: null, counted: address, holder: address });
}

/** Counts preflights separately, so that they do not use up the page's requests. */
export function asPreflight(admitted: Admitted): Admitted {
  const perMinute = admitted.perMinute === null ? null : PREFLIGHTS_PER_MINUTE;
  return { ...admitted, perMinute, counted: `preflight ${admitted.counted}` };
}
