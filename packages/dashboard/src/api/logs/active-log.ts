import { logName } from "../../server-messages/log-name.ts";
import { placeName } from "../../server-messages/translated.ts";
import { rowsQuestion } from "../question.ts";

/** The log of the voyage under way. */
export interface ActiveLog {
  readonly id: number;
  /** Null unless a user named it. */
  readonly name: string | null;
  readonly from: string | null;
  readonly started: Date | null;
  /** Sailed so far, in nautical miles; null if unknown. */
  readonly distanceNm: number | null;
}

/** The JSON of an element of `segments`. */
interface SegmentJson {
  readonly distanceNm: number;
}

/** The open log; null while the boat stays somewhere. */
export const activeLogQuestion = rowsQuestion(
  "logbook",
  { columns: ["id", "name", "_from", "_from_time", "segments"], where: { active: "is.true" } },
  ([row], speech): ActiveLog | null => {
    if (row === undefined) return null;
    // Its distance is stored when it is over; until then its segments grow with each row.
    const miles = row.rows<SegmentJson>("segments").map((segment) => segment.number("distanceNm") ?? 0);
    return {
      id: row.id("id"),
      name: logName(row.text("name"), row.text("_from"), null, speech),
      from: placeName(row.text("_from"), speech),
      started: row.instant("_from_time"),
      distanceNm: miles.length === 0 ? null : miles.reduce((sum, one) => sum + one, 0),
    };
  },
);
