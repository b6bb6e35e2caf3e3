import type { Speech } from "../../languages/speech.ts";
import { translated } from "../../server-messages/translated.ts";
import { type Question, rowsQuestion } from "../question.ts";
import type { Row } from "../row.ts";
import { changeRow, type Written } from "../write.ts";
import { type StayWords, stayColumns } from "./place-words.ts";
import { stayCodeOf } from "./stays.ts";

/** Why a stay begins or ends where it does: the rule that decided, and its sentence. */
export interface StayReason {
  readonly rule: string;
  readonly text: string;
}

/** One stay with all that its page shows. */
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

/** One stay; null if there is none with this id. */
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
 * Saves what a person writes about a stay; what is not given is left unchanged.
 * @param version of the stay when the person began to write
 */
export function editStay(id: number, words: Partial<StayWords>, version: string | null): Promise<Written> {
  return changeRow("stays", id, stayColumns(words), version);
}
