import { useSyncExternalStore } from "react";
import { remember, remembered } from "../offline/remembered.ts";

/** This device's traffic in a month. */
export interface MonthOfTraffic {
  /** For example `2026-07`, UTC. */
  readonly month: string;
  readonly bytes: number;
}

const KEY = "wakelog.traffic";
/** Number of months kept. */
const MONTHS = 12;
/** Estimated header bytes of a request and response, where the browser reports only the body. */
const HEADERS = 600;

const listeners = new Set<() => void>();
let months = stored();

function stored(): readonly MonthOfTraffic[] {
  return (remembered(KEY) ?? "").split(" ").flatMap((word) => {
    const [month, bytes] = word.split("=");
    return /^\d{4}-\d\d$/.test(month ?? "") && /^\d+$/.test(bytes ?? "")
      ? [{ month: month ?? "", bytes: Number(bytes) }]
      : [];
  });
}

/** Bytes of a transfer. At least the headers for opaque cross-origin ones; zero from a cache. */
function bytesOf(entry: PerformanceResourceTiming): number {
  if (entry.transferSize > 0) return entry.transferSize;
  if (entry.decodedBodySize > 0) return 0;
  return HEADERS;
}

function add(bytes: number): void {
  if (bytes === 0) return;
  const month = new Date().toISOString().slice(0, 7);
  // Other tabs count too.
  const before = stored();
  const known = before.find((one) => one.month === month)?.bytes ?? 0;
  months = [{ month, bytes: known + bytes }, ...before.filter((one) => one.month !== month)].slice(0, MONTHS);
  remember(KEY, months.map((one) => `${one.month}=${one.bytes}`).join(" "));
  for (const listener of listeners) listener();
}

/** Counts this page's traffic from now on, and so far. */
export function countTraffic(): void {
  for (const type of ["resource", "navigation"]) {
    new PerformanceObserver((list) => {
      const entries = list.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
      add(entries.reduce((sum, entry) => sum + bytesOf(entry), 0));
    }).observe({ type, buffered: true });
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** This device's traffic by month, newest first. */
export function useTraffic(): readonly MonthOfTraffic[] {
  return useSyncExternalStore(subscribe, () => months);
}
