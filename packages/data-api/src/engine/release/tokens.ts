/** The errors of tokens, by what is wrong with them; each release words them. */
import type { ApiError } from "@wakelog/kit/errors.ts";

/** A claim of another type than the protocol's. */
export interface MistypedClaim {
  /** The claim; null for the claims themselves. */
  readonly claim: string | null;
  /** The type as the protocol names it. */
  readonly type: string;
  /** The JSON type that it must have, and the one that it has. */
  readonly expected: string;
  readonly found: string;
}

export interface TokenErrors {
  /** `Bearer` without a token; null if such a caller has no token. */
  empty(): ApiError | null;
  /** The token has another number of parts than three. */
  parts(count: number): ApiError;
  /** There is no key at all. */
  noKeys(): ApiError;
  /** No key verifies the signature. */
  wrongSignature(): ApiError;
  /** The algorithm is `none`. */
  unsigned(): ApiError;
  /** The algorithm is unknown or absent. @param why in the words of the first release */
  wrongAlgorithm(why: string): ApiError;
  /** The three parts are not those of a token. @param why in the words of the first release */
  unreadable(why: string): ApiError;
  /** The claims are not JSON. @param path of the claim @param why in the words of the first release */
  unreadableClaims(path: string, why: string): ApiError;
  mistyped(claim: MistypedClaim): ApiError;
  expired(): ApiError;
  notYetValid(): ApiError;
  fromFuture(): ApiError;
  otherAudience(): ApiError;
  /** Whether a token without an audience passes: an empty list. */
  readonly acceptsNoAudience: boolean;
  /** Whether issuer, subject and id must be texts, and texts with a colon URIs. */
  readonly checksTexts: boolean;
  /** Whether the key named in a token is the only one to try. */
  readonly keyByName: boolean;
  /** Whether the place of the role may be a JSON Path. */
  readonly readsJsonPath: boolean;
}
