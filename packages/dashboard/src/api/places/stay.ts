import type { Speech } from "../../languages/speech.ts";
import { translated } from "../../server-messages/translated.ts";
import { type Question, rowsQuestion } from "../question.ts";
import type { Row } from "../row.ts";
import { changeRow, type Written } from "../write.ts";
import { type StayWords, stayColumns } from "./place-words.ts";
import { stayCodeOf } from "./stays.ts";

/** Why a stay begins or ends: the rule that decided, and its explanation. */
export interface StayReason {
  readonly rule: string;
  readonly text: string;
}

/** A stay with everything its page shows. */
export interface StayOfPage extends StayWords {
  readonly id: number;
  /** Changes with every edit. */
  readonly version: string | null;
  readonly arrived: Date | null;
  /** Null while the boat is there. */
  readonly departed: Date | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Radius of the disc in which the boat lay, in metres. */
  readonly radiusM: number | null;
  readonly moorageId: number | null;
  readonly arrivalReason: StayReason | null;
  readonly departureReason: StayReason | null;
}

interface ReasonsJson {
  readonly from: object | null;
  readonly to: object | null;
}

function reasonOf(reasons: Row<ReasonsJson> | null, side: "from" | "to", speech: Speech): StayReason | null {
  const reason = reasons?.row<StayReason>(side) ?? null;
  const text = reason?.text("text") ?? null;
  return reason === null || text === null
    ? null
    : { rule: reason.text("rule") ?? "", text: translated(text, speech) };
}

/** A stay by id; null if there is none. */
export function stayQuestion(id: number): Question<StayOfPage | null> {
  return rowsQuestion(
    "stays",
    {
      columns: [
        "id",
        "name",
        "stay_code",
        "notes",
        "arrived",
        "departed",
        "latitude",
        "longitude",
        "radius_m",
        "moorage_id",
        "reasons",
        "version",
      ],
      where: { id: `eq.${id}` },
    },
    ([row], speech) => {
      if (row === undefined) return null;
      const reasons = row.row<ReasonsJson>("reasons");
      return {
        id: row.id("id"),
        version: row.text("version"),
        name: row.text("name") ?? "",
        stayCode: stayCodeOf(row.number("stay_code")),
        notes: row.text("notes") ?? "",
        arrived: row.instant("arrived"),
        departed: row.instant("departed"),
        latitude: row.latitude("latitude"),
        longitude: row.longitude("longitude"),
        radiusM: row.number("radius_m"),
        moorageId: row.number("moorage_id"),
        arrivalReason: reasonOf(reasons, "from", speech),
        departureReason: reasonOf(reasons, "to", speech),
      };
    },
  );
}

/**
 * Saves a user's text on a stay; missing members are unchanged.
 * @param version of the stay when the edit began
 */
export function editStay(id: number, words: Partial<StayWords>, version: string | null): Promise<Written> {
  return changeRow("stays", id, stayColumns(words), version);
}
