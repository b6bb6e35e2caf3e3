/** Converts the detector's state into the intervals that it emits. */

import { distanceM } from "@wakelog/kit/geo/distance.ts";
import { fromEarthCentred } from "@wakelog/kit/geo/earth-centred.ts";
import { round } from "@wakelog/kit/geo/rounding.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import type { Point } from "../fixes/point.ts";
import type { Away, Boundary, Stay } from "../state.ts";
import type { GapInterval, LegInterval, Reason, StayInterval } from "./interval.ts";
import { segmentsOf } from "./stretches.ts";

function place(at: { x: number; y: number; z: number }): { latitude: number; longitude: number } {
  const { latitude, longitude } = fromEarthCentred(at);
  return { latitude: round(latitude, 7), longitude: round(longitude, 7) };
}

/** Both ends must be right, so the probabilities multiply; an open end does not count. */
function confidence(from: Boundary, to: Boundary | null): number {
  return round(from.confidence * (to?.confidence ?? 1), 2);
}

export function stayInterval(stay: Stay, to: Boundary | null): StayInterval {
  return {
    kind: "stay",
    from: stay.from.at,
    to: to?.at ?? null,
    fromReason: stay.from.reason,
    toReason: to?.reason ?? null,
    confidence: confidence(stay.from, to),
    ...place(stay.disc),
    radiusM: Math.round(stay.disc.r),
    stayCode: stay.anchored > stay.moored ? 2 : 1,
    moored: stay.moored > 0 && stay.moored >= stay.anchored,
    events: [...stay.events],
  };
}

/** The gap between the last fix before a silence and the first after it. */
export function gapInterval(
  last: Point,
  first: Point,
  cause: GapInterval["cause"],
  reason: Reason,
): GapInterval {
  const from = place(last);
  const to = place(first);
  return {
    kind: "gap",
    cause,
    from: last.t,
    to: first.t,
    fromReason: reason,
    toReason: reason,
    confidence: 1,
    fromLatitude: from.latitude,
    fromLongitude: from.longitude,
    toLatitude: to.latitude,
    toLongitude: to.longitude,
    distanceNm: round(distanceM(from, to) / NM_M, 4),
    dismissed: false,
  };
}

/**
 * @param end the fix of the arrival; null while the leg lasts
 * @param continuesVoyage whether the stay before it was only a pause
 */
export function legInterval(
  away: Away,
  to: Boundary | null,
  end: Point | null,
  continuesVoyage: boolean,
): LegInterval {
  const from = place(away.start);
  const arrived = end === null ? null : place(end);
  return {
    kind: "leg",
    from: away.from.at,
    to: to?.at ?? null,
    fromReason: away.from.reason,
    toReason: to?.reason ?? null,
    confidence: confidence(away.from, to),
    fromLatitude: from.latitude,
    fromLongitude: from.longitude,
    toLatitude: arrived?.latitude ?? null,
    toLongitude: arrived?.longitude ?? null,
    segments: segmentsOf(away.stretches),
    continuesVoyage,
  };
}
