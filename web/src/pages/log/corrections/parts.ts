/** Parts of a log, as the track tells them. Pure. */
import type { LogLine } from "../../../api/logs/logs.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";

/** A span of a log, or a log, and how far the boat came in it. */
export interface Part {
  readonly from: Date;
  readonly to: Date;
  readonly miles: number | null;
}

/** Both parts of a log on either side of an instant within it; null if the instant is not within it. */
export function partsAt(
  { started, ended, distanceNm }: LogLine,
  track: readonly TrackPoint[],
  at: Date,
): readonly [Part, Part] | null {
  if (started === null || ended === null || at <= started || at >= ended) return null;
  const passed = track.findLast(({ time }) => time <= at)?.milesNm ?? null;
  const whole = distanceNm ?? track.at(-1)?.milesNm ?? null;
  const rest = passed === null || whole === null ? null : Math.max(0, whole - passed);
  return [
    { from: started, to: at, miles: passed },
    { from: at, to: ended, miles: rest },
  ];
}

/** What two logs and everything between them become; null if a time of them is not known. */
export function joined(first: LogLine, second: LogLine): Part | null {
  if (first.started === null || second.ended === null) return null;
  const known = first.distanceNm !== null && second.distanceNm !== null;
  return {
    from: first.started,
    to: second.ended,
    miles: known ? (first.distanceNm ?? 0) + (second.distanceNm ?? 0) : null,
  };
}
