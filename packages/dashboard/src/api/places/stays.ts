import { placeName } from "../../server-messages/translated.ts";
import { contains, type Question, rowsQuestion } from "../question.ts";

/** Kinds of stay: unknown, at anchor, on a mooring buoy, at a dock. */
export const STAY_CODES = [1, 2, 3, 4] as const;
export type StayCode = (typeof STAY_CODES)[number];

/** A stay code; any other number becomes `1`, unknown. */
export function stayCodeOf(code: number | null): StayCode {
  return STAY_CODES.find((one) => one === code) ?? 1;
}

/** A stay in a list. `departed` is null while the boat is there. */
export interface Stay {
  readonly id: number;
  readonly moorage: string | null;
  readonly stayCode: StayCode;
  readonly arrived: Date | null;
  readonly departed: Date | null;
  readonly durationSeconds: number | null;
  readonly notes: string | null;
  /** Degrees; null if the place is unknown. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** A filter of stays by kind, place name and time. */
export interface StaysWanted {
  readonly type: StayCode | null;
  readonly place: string;
  /** Days such as `2026-08-01`, UTC, inclusive; matches stays that overlap the range. */
  readonly from: string;
  readonly to: string;
  readonly moorageId: number | null;
}

const LINE = [
  "id",
  "moorage",
  "stayed_at_id",
  "arrived",
  "departed",
  "duration",
  "notes",
  "latitude",
  "longitude",
] as const;

/** One page of stays, newest first. */
export function staysQuestion(
  wanted: Partial<StaysWanted>,
  page: { readonly limit: number; readonly offset: number },
): Question<readonly Stay[]> {
  const { type = null, place = "", from = "", to = "", moorageId = null } = wanted;
  return rowsQuestion(
    "stays_view",
    {
      columns: LINE,
      order: "arrived.desc",
      limit: page.limit,
      offset: page.offset,
      count: true,
      where: {
        stayed_at_id: type === null ? undefined : `eq.${type}`,
        moorage_id: moorageId === null ? undefined : `eq.${moorageId}`,
        moorage: place.trim() === "" ? undefined : contains(place.trim()),
        arrived: to === "" ? undefined : `lte.${to}T23:59:59.999Z`,
      },
      or: from === "" ? undefined : `(departed.is.null,departed.gte.${from}T00:00:00Z)`,
    },
    (rows, speech) =>
      rows.map((row) => ({
        id: row.id("id"),
        moorage: placeName(row.text("moorage"), speech),
        stayCode: stayCodeOf(row.number("stayed_at_id")),
        arrived: row.instant("arrived"),
        departed: row.instant("departed"),
        durationSeconds: row.seconds("duration"),
        notes: row.text("notes"),
        latitude: row.latitude("latitude"),
        longitude: row.longitude("longitude"),
      })),
  );
}

/** Page size of the visits on a moorage's page. */
export const VISITS_A_PAGE = 10;

/** A page of the stays at a moorage, newest first; pages count from 1. */
export function visitsQuestion(moorageId: number, page = 1): Question<readonly Stay[]> {
  return staysQuestion({ moorageId }, { limit: VISITS_A_PAGE, offset: (page - 1) * VISITS_A_PAGE });
}
