import { useEffect, useState, useSyncExternalStore } from "react";
import { latestRowQuestion } from "../api/boat/latest-row.ts";
import { followBoat, type LiveEvent } from "../api/boat/live.ts";
import { presentQuestion } from "../api/boat/present.ts";
import { readingsQuestion } from "../api/boat/readings.ts";
import { type MetricRow, recentMetricsQuestion } from "../api/boat/recent-metrics.ts";
import { type Vessel, vesselQuestion } from "../api/boat/vessel.ts";
import type { Received } from "../api/request.ts";
import { useToken } from "../session/use-token.ts";
import { answers, refetchAll } from "./answers.ts";
import { useFirstAnswered } from "./ask-ahead.ts";

/** As many rows as the page requests. */
const MOST_ROWS = 120;

const listeners = new Set<() => void>();
let live = false;

function setLive(now: boolean): void {
  if (now === live) return;
  live = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a page follows the boat and events arrive, so that polling is unnecessary. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => live);
}

/** Follows the boat while the page is visible. True while events arrive. */
export function useLive(): boolean {
  const token = useToken();
  const isFirstAnswered = useFirstAnswered();
  const [looked, setLooked] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setLooked(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  useEffect(() => {
    // A connection for events is one less for what the page shows first.
    if (token === null || !looked || !isFirstAnswered) return undefined;
    const leaving = new AbortController();
    void followBoat({ onEvent: (event) => void apply(event, token), onLive: setLive }, leaving.signal);
    return () => {
      leaving.abort();
      setLive(false);
    };
  }, [token, looked, isFirstAnswered]);
  return useIsLive();
}

/** What a new row can change besides the rows: values, and whether she sails or motors. */
const MEASURED = [readingsQuestion, latestRowQuestion, presentQuestion];
/** Boats may send a row a second. */
const SOON_MS = 2_000;
let asking: number | undefined;

function askAgainSoon(token: string): void {
  if (asking !== undefined) return;
  asking = window.setTimeout(() => {
    asking = undefined;
    for (const { path } of MEASURED) void answers.invalidateQueries({ queryKey: [token, path] });
  }, SOON_MS);
}

/** Appends a new row to the page's rows, and refetches other values. */
async function apply(event: LiveEvent, token: string): Promise<void> {
  if (event.kind === "change") {
    refetchAll();
    return;
  }
  answers.setQueryData<Received<Vessel | null | undefined>>([token, vesselQuestion.path], (before) =>
    before?.value == null
      ? before
      : {
          ...before,
          storedAt: null,
          value: { ...before.value, lastContact: new Date(), newestRow: event.row.time },
        },
  );
  askAgainSoon(token);
  const rows = { queryKey: [token, recentMetricsQuestion.path] };
  const join = () =>
    answers.setQueryData<Received<readonly MetricRow[] | undefined>>(rows.queryKey, (before) =>
      before?.value === undefined
        ? before
        : { ...before, storedAt: null, value: withRow(before.value, event.row) },
    );
  const known = join()?.value;
  // A pending response has what the page missed, but may lack this row.
  const asked = answers.getQueryCache().find(rows);
  if (asked?.state.fetchStatus === "fetching") {
    await asked.promise?.catch(() => {});
    join();
  } else if (known === undefined) void answers.invalidateQueries(rows);
}

function withRow(rows: readonly MetricRow[], row: MetricRow): readonly MetricRow[] {
  const others = rows.filter(({ time }) => time.getTime() !== row.time.getTime());
  return [...others, row].sort((a, b) => a.time.getTime() - b.time.getTime()).slice(-MOST_ROWS);
}
