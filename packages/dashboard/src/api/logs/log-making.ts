import type { Resources } from "../generated/api-types.ts";
import type { Row } from "../row.ts";

const SEGMENT_KINDS = ["sailing", "motoring", "unknown", "gap", "pause"] as const;

/** A segment of a log and how it was sailed. */
export interface LogSegment {
  readonly kind: (typeof SEGMENT_KINDS)[number];
  readonly from: Date;
  readonly to: Date;
  readonly distanceNm: number | null;
}

/** How the detector found the log: its reasons for both boundaries, as the service says them, and the segments. */
export interface LogMaking {
  readonly startReason: string | null;
  readonly endReason: string | null;
  /** 0 to 1. */
  readonly confidence: number | null;
  readonly segments: readonly LogSegment[];
}

/** The JSON of an element of `segments`. */
interface SegmentJson {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly distanceNm: number;
}

/** The JSON of `reasons`; null at an end without an explanation. */
interface ReasonsJson {
  readonly from: ReasonJson | null;
  readonly to: ReasonJson | null;
}

interface ReasonJson {
  readonly text: string;
}

function segment(row: Row<SegmentJson>): LogSegment[] {
  const kind = SEGMENT_KINDS.find((known) => known === row.text("kind"));
  const [from, to] = [row.instant("from"), row.instant("to")];
  return kind === undefined || from === null || to === null
    ? []
    : [{ kind, from, to, distanceNm: row.number("distanceNm") }];
}

/** Reads the columns about a log's detection. */
export function logMaking(
  row: Row<Pick<Resources["log_view"], "reasons" | "confidence" | "segments">>,
): LogMaking {
  const reasons = row.row<ReasonsJson>("reasons");
  return {
    startReason: reasons?.row<ReasonJson>("from")?.text("text") ?? null,
    endReason: reasons?.row<ReasonJson>("to")?.text("text") ?? null,
    confidence: row.number("confidence"),
    segments: row.rows<SegmentJson>("segments").flatMap(segment),
  };
}
