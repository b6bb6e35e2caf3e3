/** Addresses of the API: prefixes of paths that mean the same resources, served in another way. */
import type { IncomingMessage } from "node:http";
import type { ApiError } from "@wakelog/kit/errors.ts";

/** Where a request goes. */
export interface Address {
  /** What stands before the path, as answers and logs show it; absent at the root. */
  readonly prefix?: string;
  /** The path below it. */
  readonly path: string;
  /** The credentials that the address itself carries, for requests that send none. */
  readonly authorization?: string;
  /** Why there is nothing at this address. */
  readonly refusal?: ApiError;
}

/** Finds the address of a path. Never rejects. */
export type FindAddress = (path: string) => Address | Promise<Address>;

/** Every path is at the root. */
export const atRoot: FindAddress = (path) => ({ path });

/** The path of a request, valid or not; a proxy may send an absolute URL. */
export function sentPath({ url = "/" }: Pick<IncomingMessage, "url">): string {
  return url.replace(/\?.*$/s, "").replace(/^https?:\/\/[^/]*/i, "");
}
