import { useEffect, useReducer } from "react";
import { type Alert, raisedAlertsQuestion } from "../../api/alerts/alerts.ts";
import { rulesQuestion } from "../../api/alerts/rules.ts";
import { recentMetricsQuestion } from "../../api/boat/recent-metrics.ts";
import type { WakeStep } from "../../api/boat/wake.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { type AnchorWatch, anchorWatchOf } from "../../features/alerts/anchor-watch.ts";
import { metresBetween } from "../../map/boat/sphere.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useLive } from "../../queries/use-live.ts";
import { useWake } from "../../queries/use-wake.ts";
import { BEGINNING, nextWatch, type RingAlert, type WatchEvent, type WatchState } from "./watch-state.ts";

/** Arming on another device makes no event. */
const REFRESH_SECONDS = 15;
const TICK_MS = 5_000;

function ringAlert(alerts: readonly Alert[]): RingAlert {
  if (alerts.length === 0) return "none";
  return alerts.every(({ acknowledgedAt }) => acknowledgedAt !== null) ? "acknowledged" : "raised";
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

/** Follows the anchor watch and the boat. */
export function useWatch(): NightWatch {
  const isLive = useLive();
  const isOnline = useOnline();
  const rules = useAnswer(rulesQuestion, REFRESH_SECONDS);
  const raised = useAnswer(raisedAlertsQuestion, REFRESH_SECONDS);
  // Its newest rows continue the wake.
  useAnswer(recentMetricsQuestion, isLive ? null : REFRESH_SECONDS);
  const wake = useWake();
  const [state, dispatch] = useReducer(nextWatch, BEGINNING);
  const watch = rules.value === undefined ? undefined : anchorWatchOf(rules.value);
  const place = wake?.at(-1);
  const metres = place === undefined || watch == null ? null : metresBetween(watch.circle, place);
  const alerts = (raised.value ?? []).filter(
    ({ ruleId }) => ruleId !== null && watch?.ruleIds.includes(ruleId),
  );
  const problem = rules.problem ?? raised.problem;
  const isKept = rules.storedAt !== null || raised.storedAt !== null;
  const isLinked = isLive || (isOnline && problem === null && !isKept);

  const [innerRule] = watch?.ruleIds ?? [];
  const inner = ringAlert(alerts.filter(({ ruleId }) => ruleId === innerRule));
  const outer = ringAlert(alerts.filter(({ ruleId }) => ruleId !== innerRule));
  const isKnown = watch !== undefined && wake !== undefined;
  const key = watch == null ? null : watch.ruleIds.join();
  const radius = watch?.circle.radius ?? 0;
  const positionAt = place?.time.getTime() ?? null;
  useEffect(() => {
    if (!isKnown) return;
    const seen = { watch: key === null ? null : { key, radius }, metres, positionAt, inner, outer };
    dispatch({ kind: "observed", at: Date.now(), seen });
  }, [isKnown, key, radius, metres, positionAt, inner, outer]);
  useEffect(() => dispatch({ kind: "link", at: Date.now(), up: isLinked }), [isLinked]);
  useEffect(() => {
    const tick = () => dispatch({ kind: "tick", at: Date.now() });
    const timer = window.setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  return {
    ...{ state, watch, wake, alerts, isLinked, problem },
    report: (happening) => dispatch({ ...happening, at: Date.now() }),
    refetch: () => {
      void rules.refetch();
      void raised.refetch();
    },
  };
}
