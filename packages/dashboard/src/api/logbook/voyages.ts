import { logName } from "../../server-messages/log-name.ts";
import { type Question, rowsQuestion } from "../question.ts";

/** Legs joined by short stops. */
export interface Voyage {
  readonly id: number;
  readonly name: string | null;
  readonly legs: number;
  readonly distanceNm: number | null;
}

/** Voyages of several legs, by id. */
export function voyagesQuestion(ids: readonly number[]): Question<ReadonlyMap<number, Voyage>> {
  return rowsQuestion(
    "voyages_view",
    {
      columns: ["id", "name", "from", "to", "legs", "distance"],
      where: { id: `in.(${ids.join(",")})`, legs: "gt.1" },
    },
    (rows, speech) =>
      new Map(
        rows.map((row) => [
          row.id("id"),
          {
            id: row.id("id"),
            name: logName(row.text("name"), row.text("from"), row.text("to"), speech),
            legs: row.number("legs") ?? 0,
            distanceNm: row.number("distance"),
          },
        ]),
      ),
  );
}
