import { rowsQuestion } from "../question.ts";

/** The newest value of one key, in SI units. */
export interface Reading {
  readonly key: string;
  /** Null if the value is not a number. */
  readonly value: number | null;
  /** A non-numeric value, such as `stopped`. */
  readonly text: string | null;
  readonly measured: Date;
  readonly first: Date | null;
  /** The monitored values read from this key. */
  readonly mappedTo: readonly string[];
}

/** The newest value of every key the boat has measured. */
export const readingsQuestion = rowsQuestion(
  "metrics_keys_view",
  {
    columns: ["key", "kind", "first_seen", "last_seen", "last_value", "mapped_to"],
  },
  (rows): readonly Reading[] =>
    rows.flatMap((row) => {
      const key = row.text("key");
      const measured = row.instant("last_seen");
      if (key === null || measured === null) return [];
      const isNumber = row.text("kind") === "number";
      return {
        key,
        measured,
        first: row.instant("first_seen"),
        value: isNumber ? row.number("last_value") : null,
        text: isNumber ? null : (row.text("last_value") ?? row.boolean("last_value")?.toString() ?? "…"),
        mappedTo: row.text("mapped_to")?.split(", ") ?? [],
      };
    }),
);
