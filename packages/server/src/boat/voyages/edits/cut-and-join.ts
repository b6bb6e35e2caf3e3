/** Cuts and joins intervals so that they still cover time without holes. */
import { distanceM } from "@wakelog/kit/geo/distance.ts";
import { round } from "@wakelog/kit/geo/rounding.ts";
import type { Interval, LegInterval, Reason, Segment, StayInterval } from "../detector/intervals/interval.ts";

/** Stays within this distance, metres, merge if the leg between them was not a trip. */
const SAME_PLACE_M = 300;

function by(rule: string, text: string): Reason {
  return { rule, text };
}

/** The parts of segments within a span, with miles proportional to time. */
function clip(segments: readonly Segment[], from: number, to: number): Segment[] {
  return segments.flatMap((s) => {
    const start = Math.max(from, s.from);
    const stop = Math.min(to, s.to);
    if (stop <= start) return [];
    const share = (stop - start) / (s.to - s.from);
    return [{ ...s, from: start, to: stop, distanceNm: round(s.distanceNm * share, 4) }];
  });
}

/** Cuts a leg at an instant within it. Both parts are certain, because a user has reviewed them. */
export function cutLeg(
  leg: LegInterval,
  at: { from: number; latitude: number; longitude: number },
): Interval[] {
  const reason = by("edit", "split by hand");
  return [
    {
      ...leg,
      confidence: 1,
      to: at.from,
      toReason: reason,
      toLatitude: at.latitude,
      toLongitude: at.longitude,
      segments: clip(leg.segments, leg.from, at.from),
    },
    {
      ...leg,
      confidence: 1,
      from: at.from,
      fromReason: reason,
      fromLatitude: at.latitude,
      fromLongitude: at.longitude,
      segments: clip(leg.segments, at.from, Number.POSITIVE_INFINITY),
      continuesVoyage: true,
    },
  ];
}

/** Joins legs and everything between them; a stay in between becomes a pause. */
export function joinLegs(parts: readonly Interval[]): LegInterval {
  const legs = parts.filter((part) => part.kind === "leg");
  const first = legs[0];
  const last = legs.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("no legs to join");
  const segments = parts.flatMap((part): readonly Segment[] => {
    if (part.kind === "leg") return part.segments;
    if (part.kind === "gap")
      return [{ kind: "gap", from: part.from, to: part.to, distanceNm: part.distanceNm }];
    return part.to === null ? [] : [{ kind: "pause", from: part.from, to: part.to, distanceNm: 0 }];
  });
  return {
    ...first,
    to: last.to,
    toReason: last.toReason,
    toLatitude: last.toLatitude,
    toLongitude: last.toLongitude,
    confidence: 1,
    segments,
  };
}

/** A stay that replaces a leg that was not a trip, if no stay precedes it. */
export function stayInsteadOf(leg: LegInterval): StayInterval {
  return {
    kind: "stay",
    from: leg.from,
    to: leg.to,
    fromReason: leg.fromReason,
    toReason: leg.toReason,
    confidence: 1,
    latitude: leg.fromLatitude,
    longitude: leg.fromLongitude,
    radiusM: 0,
    stayCode: 1,
    moored: false,
    events: [],
  };
}

/** Removes a leg that was not a trip: merges the stays around it if they are close, otherwise keeps both. */
export function withoutTrip(before: StayInterval, after: StayInterval): StayInterval[] {
  if (distanceM(before, after) > SAME_PLACE_M && before.radiusM > 0) return [before, after];
  const place = before.radiusM > 0 ? before : after;
  return [
    {
      ...place,
      from: before.from,
      fromReason: before.fromReason,
      to: after.to,
      toReason: after.toReason,
      confidence: 1,
      radiusM: Math.max(before.radiusM, after.radiusM),
      moored: before.moored || after.moored,
      events: [...before.events, ...after.events],
    },
  ];
}

/** An interval with other bounds; empty if nothing is left. */
export function withBounds(interval: Interval, from: number, to: number | null): Interval[] {
  if (to !== null && to <= from) return [];
  if (from === interval.from && to === interval.to) return [interval];
  const reason = by("edit", "set by hand");
  const reasons = {
    fromReason: from === interval.from ? interval.fromReason : reason,
    toReason: to === interval.to ? interval.toReason : reason,
  };
  switch (interval.kind) {
    case "stay":
      return [{ ...interval, ...reasons, from, to }];
    case "leg": {
      const segments = clip(interval.segments, from, to ?? Number.POSITIVE_INFINITY);
      return [{ ...interval, ...reasons, from, to, segments }];
    }
    case "gap":
      // An edit has explained part of it.
      return [{ ...interval, ...reasons, from, to: to ?? interval.to, dismissed: true }];
  }
}
