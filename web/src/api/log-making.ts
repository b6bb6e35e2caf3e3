import { pathOf, type Question } from "./question.ts";
import { booleanOf, instantOf, numberOf, type Row, requiredRows, rowOf, textOf } from "./row.ts";

/** A stretch of a log: how it was made. */
export interface LogSegment {
  readonly kind: "sailing" | "motoring" | "unknown" | "gap" | "pause";
  readonly from: Date;
  readonly to: Date;
  readonly distanceNm: number | null;
}

/** How the log came to be: what the detector says of its boundaries, and the stretches it found. */
export interface LogMaking {
  /** True while the boat is still under way on it. */
  readonly active: boolean;
  readonly from: string | null;
  readonly started: Date | null;
  readonly startReason: string | null;
  readonly endReason: string | null;
  /** 0 to 1. */
  readonly confidence: number | null;
  readonly segments: readonly LogSegment[];
}

const KINDS = ["sailing", "motoring", "unknown", "gap", "pause"] as const;

function segment(row: Row): LogSegment[] {
  const kind = KINDS.find((known) => known === row.kind);
  const from = instantOf(row.from);
  const to = instantOf(row.to);
  if (kind === undefined || from === null || to === null) return [];
  return [{ kind, from, to, distanceNm: numberOf(row.distanceNm) ?? numberOf(row.distance_nm) }];
}

function reasonText(value: unknown): string | null {
  return textOf(value) ?? textOf(rowOf(value)?.text);
}

/** Reasons come as `{ from, to }`, or as a list in that order. */
function reasons(value: unknown): readonly [string | null, string | null] {
  if (Array.isArray(value)) return [reasonText(value[0]), reasonText(value[1])];
  const row = rowOf(value);
  return [reasonText(row?.from ?? row?.fromReason), reasonText(row?.to ?? row?.toReason)];
}

function parse(body: unknown): LogMaking | null {
  const row = requiredRows(body, "logs")[0];
  if (row === undefined) return null;
  const [startReason, endReason] = reasons(row.reasons);
  return {
    active: booleanOf(row.active) ?? false,
    from: textOf(row._from),
    started: instantOf(row._from_time),
    startReason,
    endReason,
    confidence: numberOf(row.confidence),
    segments: Array.isArray(row.segments)
      ? row.segments.flatMap((entry) => {
          const part = rowOf(entry);
          return part === null ? [] : segment(part);
        })
      : [],
  };
}

/** What is known of how a log was made; null when there is no such log. */
export function logMakingQuestion(id: number): Question<LogMaking | null> {
  return {
    path: pathOf("/logbook", {
      id: `eq.${id}`,
      select: "id,active,_from,_from_time,confidence,reasons,segments",
    }),
    count: false,
    parse,
  };
}
