import { secondsOfDuration } from "../../units/duration.ts";
import { pathOf, type Question } from "../question.ts";
import { idOf, instantOf, numberOf, type Row, requiredRows, textOf } from "../row.ts";

/** Codes of how a vessel stays. */
export type StayCode = 1 | 2 | 3 | 4;

/** A stay code; what is unknown to us is `1`, unknown. */
export function stayCodeOf(value: unknown): StayCode {
  const code = numberOf(value);
  return code === 2 || code === 3 || code === 4 ? code : 1;
}

/** A stay as the list shows it. `departed` is null while the boat is there. */
export interface Stay {
  readonly id: number;
  readonly name: string | null;
  readonly moorage: string | null;
  readonly moorageId: number | null;
  readonly stayCode: StayCode;
  readonly stayedAt: string | null;
  readonly arrived: Date | null;
  readonly departed: Date | null;
  readonly durationSeconds: number | null;
  readonly notes: string | null;
}

function stay(row: Row): Stay {
  return {
    id: idOf(row),
    name: textOf(row.name),
    moorage: textOf(row.moorage),
    moorageId: numberOf(row.moorage_id),
    stayCode: stayCodeOf(row.stayed_at_id),
    stayedAt: textOf(row.stayed_at),
    arrived: instantOf(row.arrived),
    departed: instantOf(row.departed),
    durationSeconds: secondsOfDuration(textOf(row.duration) ?? ""),
    notes: textOf(row.notes),
  };
}

function parse(body: unknown): readonly Stay[] {
  return requiredRows(body, "stays").map(stay);
}

/** One page of stays, newest first. */
export function staysQuestion(page: { limit: number; offset: number }): Question<readonly Stay[]> {
  return {
    path: pathOf("/stays_view", {
      order: "arrived.desc",
      limit: String(page.limit),
      offset: page.offset === 0 ? undefined : String(page.offset),
    }),
    count: true,
    parse,
  };
}
