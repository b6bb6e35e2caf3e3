import type { Rule } from "../../../api/alerts/rules.ts";
import type { Present } from "../../../api/boat/present.ts";
import type { Reading } from "../../../api/boat/readings.ts";
import type { MetricRow } from "../../../api/boat/recent-metrics.ts";
import { anchorWatchOf } from "../../../features/alerts/anchor-watch.ts";
import { metresBetween } from "../../../map/boat/sphere.ts";
import { isBilge } from "../../../measurements/bilge.ts";
import { freshSecondsOf, isFresh } from "../../../units/freshness.ts";
import type { BoatState, Doing, WordedAlert } from "./head-line.ts";

/** What the service answered. */
interface Answers {
  readonly alerts: readonly WordedAlert[];
  readonly rows: readonly MetricRow[];
  readonly present: Present;
  readonly rules: readonly Rule[];
  readonly readings: readonly Reading[];
  readonly reachable: boolean;
}

function doingOf({ log, stay, status }: Present): Doing {
  if (log !== null) {
    const by = status === "sailing" ? "sail" : status === "motoring" ? "engine" : "unknown";
    return { kind: "moving", by, from: log.from, started: log.started };
  }
  if (stay === null) return { kind: "unknown" };
  // Of a stay without a chosen kind, the boat's own word counts.
  const stayCode = stay.stayCode === 1 && status === "moored" ? 4 : stay.stayCode;
  return {
    kind: "lying",
    stayCode,
    place: stay.name,
    isBesideTown: stay.isBesideTown,
    arrived: stay.arrived,
  };
}

/** Modes of a charger or solar controller that charges. */
const CHARGING = /^(bulk|absorption|float|overcharge|equalize)$/i;
const CHARGERS = /^electrical\.(chargers|solar|alternators)\.[^.]+\.(chargingMode|controllerMode)$/;
const PANELS = /^electrical\.solar\.[^.]+\.(panelPower|power)$/;
/** Less is the controller's own use. */
const LEAST_WATTS = 2;

/** Only what a charger or panel says: signs of a battery's current differ, and so do voltages of kinds of batteries. */
function isCharging(readings: readonly Reading[]): boolean {
  return readings.some(
    ({ key, value, text }) =>
      (CHARGERS.test(key) && CHARGING.test(text ?? "")) || (PANELS.test(key) && (value ?? 0) >= LEAST_WATTS),
  );
}

/** A level or a pump: zero, false and off are dry. */
function bilgeOf(readings: readonly Reading[]): BoatState["bilge"] {
  const known = readings.filter(({ key }) => isBilge(key));
  if (known.length === 0) return null;
  const isDry = ({ value, text }: Reading) =>
    value === null ? /^(false|off|stopped|dry|normal|0)$/i.test(text ?? "") : value === 0;
  return known.every(isDry) ? "dry" : "wet";
}

/**
 * The boat's state, from what the service answered. Values count that are about as new as the newest row, a position
 * if it is current.
 */
export function boatStateOf(
  { alerts, rows, present, rules, readings, reachable }: Answers,
  now: Date,
): BoatState {
  const heard = rows.at(-1)?.time ?? null;
  const current = heard === null ? [] : readings.filter(({ measured }) => isFresh(measured, heard));
  const place = rows.findLast(({ latitude, longitude }) => latitude !== null && longitude !== null);
  const watch = anchorWatchOf(rules);
  const freshSeconds = freshSecondsOf(rows);
  const isKnown = place !== undefined && isFresh(place.time, now, freshSeconds);
  const [latitude, longitude] = isKnown ? [place.latitude, place.longitude] : [null, null];
  return {
    alerts,
    heard,
    freshSeconds,
    reachable,
    doing: doingOf(present),
    watch:
      watch === null
        ? null
        : {
            radius: watch.circle.radius,
            distance:
              latitude === null || longitude === null
                ? null
                : metresBetween(watch.circle, { latitude, longitude }),
          },
    volts:
      current.find(({ value, mappedTo }) => value !== null && mappedTo.includes("voltage"))?.value ?? null,
    charging: isCharging(current),
    bilge: bilgeOf(current),
  };
}
