import { type Question, rowsQuestion } from "../question.ts";

/** Codes of how a vessel stays. */
export type StayCode = 1 | 2 | 3 | 4;

/** A stay code; any other number is read as `1`, unknown. */
export function stayCodeOf(code: number | null): StayCode {
  return code === 2 || code === 3 || code === 4 ? code : 1;
}

/** A stay as the list shows it. `departed` is null while the boat is there. */
export interface Stay {
  readonly id: number;
  readonly name: string | null;
  readonly moorage: string | null;
  readonly moorageId: number | null;
  readonly stayCode: StayCode;
  readonly stayType: string | null;
  readonly arrived: Date | null;
  readonly departed: Date | null;
  readonly durationSeconds: number | null;
}

/** One page of stays, newest first. */
export function staysQuestion(page: { limit: number; offset: number }): Question<readonly Stay[]> {
  return rowsQuestion(
    "stays_view",
    {
      columns: [
        "id",
        "name",
        "moorage",
        "moorage_id",
        "stayed_at",
        "stayed_at_id",
        "arrived",
        "departed",
        "duration",
      ],
      order: "arrived.desc",
      limit: page.limit,
      offset: page.offset,
      count: true,
    },
    (rows) =>
      rows.map((row) => ({
        id: row.id("id"),
        name: row.text("name"),
        moorage: row.text("moorage"),
        moorageId: row.number("moorage_id"),
        stayCode: stayCodeOf(row.number("stayed_at_id")),
        stayType: row.text("stayed_at"),
        arrived: row.instant("arrived"),
        departed: row.instant("departed"),
        durationSeconds: row.seconds("duration"),
      })),
  );
}
