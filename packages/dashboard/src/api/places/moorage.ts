import { type Question, rowsQuestion } from "../question.ts";
import { changeRow, type Written } from "../write.ts";
import { type MoorageWords, moorageColumns } from "./place-words.ts";
import { stayCodeOf } from "./stays.ts";

/** A moorage with everything its page shows. */
export interface MoorageOfPage extends MoorageWords {
  readonly id: number;
  /** Changes with every edit. */
  readonly version: string | null;
  readonly visits: number;
  readonly totalSeconds: number | null;
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** ISO 3166-1 alpha-2; null on the high seas. */
  readonly country: string | null;
}

/** A moorage by id; null if there is none. */
export function moorageQuestion(id: number): Question<MoorageOfPage | null> {
  return rowsQuestion(
    "moorage_view",
    {
      columns: [
        "id",
        "name",
        "default_stay_id",
        "home",
        "notes",
        "arrivals_departures",
        "total_duration",
        "first_seen",
        "last_seen",
        "latitude",
        "longitude",
        "country",
        "radius_m",
        "version",
      ],
      where: { id: `eq.${id}` },
    },
    ([row]) =>
      row === undefined
        ? null
        : {
            id: row.id("id"),
            version: row.text("version"),
            name: row.text("name") ?? "",
            stayCode: stayCodeOf(row.number("default_stay_id")),
            home: row.boolean("home") ?? false,
            radius: row.number("radius_m"),
            notes: row.text("notes") ?? "",
            visits: row.number("arrivals_departures") ?? 0,
            totalSeconds: row.seconds("total_duration"),
            firstSeen: row.instant("first_seen"),
            lastSeen: row.instant("last_seen"),
            latitude: row.latitude("latitude"),
            longitude: row.longitude("longitude"),
            country: row.text("country"),
          },
  );
}

/** Radius of the widest swing circle at a moorage, in metres; null if unknown. */
export function swingQuestion(moorageId: number): Question<number | null> {
  return rowsQuestion(
    "stays",
    {
      columns: ["radius_m"],
      where: { moorage_id: `eq.${moorageId}`, radius_m: "not.is.null" },
      order: "radius_m.desc",
      limit: 1,
    },
    ([row]) => row?.number("radius_m") ?? null,
  );
}

/**
 * Saves a user's text on a moorage; missing members are unchanged.
 * @param version of the moorage when the edit began
 */
export function editMoorage(
  id: number,
  words: Partial<MoorageWords>,
  version: string | null,
): Promise<Written> {
  return changeRow("moorages", id, moorageColumns(words), version);
}
