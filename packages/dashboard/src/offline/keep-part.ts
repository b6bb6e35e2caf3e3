import { tell } from "./fetch-ahead.ts";

/** A page shows fewer before the service worker is in charge; where there will never be one, no more are held for it. */
const MOST = 100;

let handedOver = 0;

/**
 * Has the service worker keep a part of a file that this page fetched before the worker was in charge, as the worker would have
 * done itself: browsers do not keep parts.
 * @param range the value of the header Range
 */
export function keepPart(url: string, range: string, bytes: ArrayBuffer): void {
  if (!("serviceWorker" in navigator) || navigator.serviceWorker.controller !== null) return;
  if (handedOver++ < MOST) void tell({ part: `${new URL(url).pathname}?${range}`, bytes });
}
