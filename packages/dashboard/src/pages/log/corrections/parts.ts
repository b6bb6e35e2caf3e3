/** The parts that splitting, trimming and joining produce. Pure. */
import type { LogLine } from "../../../api/logs/logs.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";

/** A log or part of one, with its distance. */
export interface Part {
  readonly from: Date;
  readonly to: Date;
  readonly miles: number | null;
}

/**
 * The parts of a log before and after an instant; null if the instant is outside the log, or the log's start or end
 * is unknown.
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
 * The result of joining two logs; null if the first's start or the second's end is unknown. The distance between them
 * is not counted.
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
