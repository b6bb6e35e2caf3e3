/** What splitting, trimming and joining make of logs. Pure. */
import type { LogLine } from "../../../api/logs/logs.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";

/** A log or a part of one, and how far the boat went in it. */
export interface Part {
  readonly from: Date;
  readonly to: Date;
  readonly miles: number | null;
}

/**
 * The parts of a log before and after an instant; null if the instant is not within the log, or if the log's start or end
 * is not known.
 */
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

/**
 * What two logs become when they are joined; null if the first one's start or the second one's end is not known. The
 * distance between them is not counted.
 */
export function joined(first: LogLine, second: LogLine): Part | null {
  if (first.started === null || second.ended === null) return null;
  const known = first.distanceNm !== null && second.distanceNm !== null;
  return {
    from: first.started,
    to: second.ended,
    miles: known ? (first.distanceNm ?? 0) + (second.distanceNm ?? 0) : null,
  };
}
