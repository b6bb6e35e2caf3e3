import { tell } from "./fetch-ahead.ts";

/** More than a page shows before the service worker is active; bounds the memory where it never will be. */
const MOST = 100;

let handedOver = 0;

/**
 * Has the service worker keep a part of a file that this page fetched before the worker was active: browsers do not
 * cache parts.
 * @param range the Range header
 */
export function keepPart(url: string, range: string, bytes: ArrayBuffer): void {
  if (!("serviceWorker" in navigator) || navigator.serviceWorker.controller !== null) return;
  if (handedOver++ < MOST) void tell({ part: `${new URL(url).pathname}?${range}`, bytes });
}
