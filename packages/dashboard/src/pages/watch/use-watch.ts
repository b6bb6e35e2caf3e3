import { useEffect, useReducer, useRef } from "react";
import { type Alert, raisedAlertsQuestion } from "../../api/alerts/alerts.ts";
import { rulesQuestion } from "../../api/alerts/rules.ts";
import { recentMetricsQuestion } from "../../api/boat/recent-metrics.ts";
import type { WakeStep } from "../../api/boat/wake.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { type AnchorWatch, anchorWatchOf, POSITION_KEY } from "../../features/alerts/anchor-watch.ts";
import { metresBetween } from "../../map/boat/sphere.ts";
import { checkServer, useOnline } from "../../offline/connectivity.ts";
import { remember, remembered } from "../../offline/remembered.ts";
import { refetchAll } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useLive } from "../../queries/use-live.ts";
import { useWake } from "../../queries/use-wake.ts";
import { useToken } from "../../session/use-token.ts";
import { freshSecondsOf } from "../../units/freshness.ts";
import { isHung, lastAnswered } from "./watch-link.ts";
import {
  beginningAt,
  nextWatch,
  type ServiceAlert,
  SLEEP_MS,
  type WatchEvent,
  type WatchState,
} from "./watch-state.ts";

/** Arming on another device makes no event. */
const REFRESH_SECONDS = 15;
const TICK_MS = 5_000;
/** When this tab last watched, in case the browser unloads it. Leaving the page forgets it. */
const WATCHED_AT = "wakelog.watched-at";

function serviceAlert(alerts: readonly Alert[]): ServiceAlert {
  if (alerts.length === 0) return "none";
  return alerts.every(({ acknowledgedAt }) => acknowledgedAt !== null) ? "acknowledged" : "raised";
}

/** Whether an alert is of the anchor watch: of one of its rings, or that it has no positions, which has no rule. */
function isOfWatch({ ruleId, kind, key }: Alert, watch: AnchorWatch): boolean {
  return ruleId === null ? kind === "silent" && key === POSITION_KEY : watch.ruleIds.includes(ruleId);
}

/** Null unless a watch was armed when the browser unloaded this page. */
function lastWatched(): number | null {
  const kept = remembered(WATCHED_AT, "sessionStorage");
  return kept === null ? null : Number(kept);
}

/** An event without its time. */
type Happening = WatchEvent extends infer E ? (E extends WatchEvent ? Omit<E, "at"> : never) : never;

/** Everything that the night watch shows. */
export interface NightWatch {
  readonly state: WatchState;
  /** Reports what was done on this screen. */
  readonly report: (happening: Happening) => void;
  /** Undefined while loading; null if none is armed. */
  readonly watch: AnchorWatch | null | undefined;
  /** The day's positions; undefined while loading. */
  readonly wake: readonly WakeStep[] | undefined;
  /** The watch's active alerts. */
  readonly alerts: readonly Alert[];
  readonly isLinked: boolean;
  readonly problem: ApiProblem | null;
  readonly refetch: () => void;
}

/** Moves the watch on, also while the page is hidden, and sends again what hangs. */
function useTicks(dispatch: (event: WatchEvent) => void, isArmed: boolean): void {
  const token = useToken();
  const last = useRef({ tick: Date.now(), sentAgain: 0 });
  useEffect(() => {
    const tick = () => {
      const at = Date.now();
      dispatch({ kind: "tick", at, answeredAt: lastAnswered(token) });
      remember(WATCHED_AT, isArmed ? String(at) : null, "sessionStorage");
      const hasSlept = at - last.current.tick >= SLEEP_MS;
      last.current.tick = at;
      if (!hasSlept && !isHung(token, last.current.sentAgain, at)) return;
      last.current.sentAgain = at;
      refetchAll();
      checkServer();
    };
    const timer = window.setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [dispatch, token, isArmed]);
  useEffect(() => () => remember(WATCHED_AT, null, "sessionStorage"), []);
}

/** Follows the anchor watch and the boat. */
export function useWatch(): NightWatch {
  const isLive = useLive();
  const isOnline = useOnline();
  const isSignedIn = useToken() !== null;
  const rules = useAnswer(rulesQuestion, REFRESH_SECONDS, isSignedIn, true);
  const raised = useAnswer(raisedAlertsQuestion, REFRESH_SECONDS, isSignedIn, true);
  // Its newest rows continue the wake.
  useAnswer(recentMetricsQuestion, isLive ? null : REFRESH_SECONDS, isSignedIn, true);
  const wake = useWake();
  const [state, dispatch] = useReducer(nextWatch, null, () => beginningAt(Date.now(), lastWatched()));
  const watch = rules.value === undefined ? undefined : anchorWatchOf(rules.value);
  const place = wake?.at(-1);
  const metres = place === undefined || watch == null ? null : metresBetween(watch.circle, place);
  const alerts = watch == null ? [] : (raised.value ?? []).filter((alert) => isOfWatch(alert, watch));
  const problem = rules.problem ?? raised.problem;
  const isKept = rules.storedAt !== null || raised.storedAt !== null;
  const isLinked = isOnline && problem === null && !isKept && !state.causes.link.holds;

  const [innerRule] = watch?.ruleIds ?? [];
  const inner = serviceAlert(alerts.filter(({ ruleId }) => ruleId === innerRule));
  const outer = serviceAlert(alerts.filter(({ ruleId }) => ruleId !== null && ruleId !== innerRule));
  const silent = serviceAlert(alerts.filter(({ ruleId }) => ruleId === null));
  const isKnown = watch !== undefined && wake !== undefined;
  const key = watch == null ? null : watch.ruleIds.join();
  const radius = watch?.circle.radius ?? 0;
  const positionAt = place?.time.getTime() ?? null;
  const freshMs = freshSecondsOf(wake ?? []) * 1000;
  useEffect(() => {
    if (!isKnown) return;
    const seen = {
      ...{ watch: key === null ? null : { key, radius }, metres, positionAt, freshMs },
      ...{ inner, outer, silent },
    };
    dispatch({ kind: "observed", at: Date.now(), seen });
  }, [isKnown, key, radius, metres, positionAt, freshMs, inner, outer, silent]);
  useTicks(dispatch, state.seen.watch !== null);
  return {
    ...{ state, watch, wake, alerts, isLinked, problem },
    report: (happening) => dispatch({ ...happening, at: Date.now() }),
    refetch: () => {
      void rules.refetch();
      void raised.refetch();
    },
  };
}
