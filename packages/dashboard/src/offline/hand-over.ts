/** Hands what this page fetched before the service worker was active over to it, to keep. */
import { tell } from "./fetch-ahead.ts";

/** More than a page shows before the service worker is active; bounds the memory where it never will be. */
const MOST = 100;

let handedOver = 0;

function mayHandOver(): boolean {
  const isUncontrolled = "serviceWorker" in navigator && navigator.serviceWorker.controller === null;
  return isUncontrolled && handedOver++ < MOST;
}

/**
 * Keeps a part of a file: browsers do not cache parts.
 * @param range the Range header
 */
export function keepPart(url: string, range: string, bytes: ArrayBuffer): void {
  if (mayHandOver()) void tell({ part: `${new URL(url).pathname}?${range}`, bytes });
}

/** A response of the API to a user. */
export interface EarlyAnswer {
  readonly url: string;
  readonly token: string;
  readonly body: string;
  /** The header Content-Range. */
  readonly range: string | null;
}

/** Keeps a response of the API; leaves it to be read. */
export function keepEarlyAnswer(response: Response, token: string): void {
  if (!response.ok || !mayHandOver()) return;
  const range = response.headers.get("Content-Range");
  const handOver = async (copy: Response) =>
    tell({ answer: { url: copy.url, token, body: await copy.text(), range } satisfies EarlyAnswer });
  // A page that was left does not read it either.
  handOver(response.clone()).catch(() => {});
}
