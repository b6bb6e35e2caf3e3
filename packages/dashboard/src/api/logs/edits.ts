import { type Question, rowsQuestion } from "../question.ts";

/** A user's correction of the logbook. */
export interface Edit {
  readonly id: number;
  readonly kind: string;
  readonly started: Date | null;
  readonly by: string | null;
}

/** A time span, both ends included. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** The newest corrections in force, in a time span or in the whole logbook. */
export function editsQuestion(span: Span | null): Question<readonly Edit[]> {
  return rowsQuestion(
    "edits_view",
    {
      columns: ["id", "kind", "started", "made_by"],
      limit: 3,
      where: {
        undone: "is.false",
        started: span === null ? undefined : `lte.${span.to.toISOString()}`,
        ended: span === null ? undefined : `gte.${span.from.toISOString()}`,
      },
    },
    (rows) =>
      rows.map((row) => ({
        id: row.id("id"),
        kind: row.text("kind") ?? "",
        started: row.instant("started"),
        by: row.text("made_by"),
      })),
  );
}
