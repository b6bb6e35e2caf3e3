import { instantOf, numberOf, type Row, rowOf, textOf } from "../row.ts";

/** A stretch of a log: how it was made. */
export interface LogSegment {
  readonly kind: "sailing" | "motoring" | "unknown" | "gap" | "pause";
  readonly from: Date;
  readonly to: Date;
  readonly distanceNm: number | null;
}

/** How the log came to be: what the detector says of its boundaries, and the stretches it found. */
export interface LogMaking {
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

/** Reads the columns of `log_view` that tell how a log was made. */
export function logMaking(row: Row): LogMaking {
  const [startReason, endReason] = reasons(row.reasons);
  return {
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
