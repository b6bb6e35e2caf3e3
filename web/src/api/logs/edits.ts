import { pathOf, type Question } from "../question.ts";
import { booleanOf, idOf, instantOf, requiredRows, textOf } from "../row.ts";

/** Something that a person said about the logbook. */
export interface Edit {
  readonly id: number;
  readonly kind: string;
  readonly started: Date | null;
  readonly by: string | null;
  readonly undone: boolean;
}

function parseEdits(body: unknown): readonly Edit[] {
  return requiredRows(body, "edits").map((row) => ({
    id: idOf(row),
    kind: textOf(row.kind) ?? "",
    started: instantOf(row.started),
    by: textOf(row.made_by),
    undone: booleanOf(row.undone) ?? false,
  }));
}

/** A span of time, both ends included. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** The newest corrections that are in force: of a span of time, or of the whole logbook. */
export function editsQuestion(span: Span | null): Question<readonly Edit[]> {
  return {
    path: pathOf("/edits_view", {
      undone: "is.false",
      started: span === null ? undefined : `lte.${span.to.toISOString()}`,
      ended: span === null ? undefined : `gte.${span.from.toISOString()}`,
      limit: "3",
    }),
    count: false,
    parse: parseEdits,
  };
}
