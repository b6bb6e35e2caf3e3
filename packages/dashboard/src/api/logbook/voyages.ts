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
            // The service names several legs by their first and last place.
            name: logName(
              {
                name: row.text("name"),
                named: false,
                from: row.text("from"),
                to: row.text("to"),
                started: null,
              },
              speech,
            ),
            legs: row.number("legs") ?? 0,
            distanceNm: row.number("distance"),
          },
        ]),
      ),
  );
}
