/** What a request may cost, known from its headers before its body is read. */
import type { EngineInput } from "../engine/engine.ts";

/** How a request is let in. */
export interface Admitted {
  /** Largest body after decompression, bytes. */
  readonly bodyBytes: number;
  /** Requests a minute under one key; null if they are not counted. */
  readonly perMinute: number | null;
  /** The key under which the request is counted. */
  readonly counted: string;
  /** Under whose name the answer is held until it was taken. */
  readonly holder: string;
  /** Who sent it, if that was looked up; rejects as the engine would. */
  readonly caller?: NonNullable<EngineInput["caller"]>;
}

/** Decides by the headers, with names in lower case, and the peer's address. Never rejects. */
export type Admit = (headers: Readonly<Record<string, string>>, address: string) => Promise<Admitted>;

/** Browsers send a preflight before most requests of a page; answering one costs next to nothing. */
const PREFLIGHTS_PER_MINUTE = 6_000;

/** Admits every request on the same terms, with bodies of at most `bodyBytes`, and counts none. */
export function admitAlike(bodyBytes: number): Admit {
  return async (_headers, address) => ({ bodyBytes, perMinute: null, counted: address, holder: address });
}

/** Preflights are counted separately, so that they do not use up the page's own requests. */
export function asPreflight(admitted: Admitted): Admitted {
  const perMinute = admitted.perMinute === null ? null : PREFLIGHTS_PER_MINUTE;
  return { ...admitted, perMinute, counted: `preflight ${admitted.counted}` };
}
