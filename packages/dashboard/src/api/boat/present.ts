import { isBesideTown } from "../../server-messages/beside.ts";
import { placeName } from "../../server-messages/translated.ts";
import { type StayCode, stayCodeOf } from "../places/stays.ts";
import { jsonQuestion } from "../question.ts";
import { requiredRow } from "../row.ts";

/** The open log. */
export interface OpenLog {
  readonly id: number;
  /** Null unless a user named it. */
  readonly name: string | null;
  readonly from: string | null;
  readonly started: Date | null;
}

/** The current stay. */
export interface OpenStay {
  readonly id: number;
  readonly name: string | null;
  /** Whether the name says where it lies from the next town. */
  readonly isBesideTown: boolean;
  readonly arrived: Date | null;
  readonly stayCode: StayCode;
  /** Centre and radius in metres of the disc in which the boat lies; null if unknown. */
  readonly disc: { readonly latitude: number; readonly longitude: number; readonly radius: number } | null;
}

/** What the boat does now. */
export interface Present {
  readonly log: OpenLog | null;
  readonly stay: OpenStay | null;
  /** As the boat says: `sailing`, `motoring`, `anchored`, `moored`; null if unknown. */
  readonly status: string | null;
}

interface Answer {
  readonly position: object | null;
  readonly log: object | null;
  readonly stay: object | null;
}

interface PositionFields {
  readonly status: string | null;
}

interface LogFields {
  readonly id: number;
  readonly name: string | null;
  readonly _from: string | null;
  readonly _from_time: string | null;
}

interface StayFields {
  readonly id: number;
  readonly name: string | null;
  readonly arrived: string | null;
  readonly stay_code: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly radius_m: number | null;
}

/** The open log, the current stay and the boat's status. */
export const presentQuestion = jsonQuestion("live_state_fn", {}, (body, speech): Present => {
  const present = requiredRow<Answer>(body, "the boat's present");
  const log = present.row<LogFields>("log");
  const stay = present.row<StayFields>("stay");
  const [latitude, longitude] = [stay?.latitude("latitude") ?? null, stay?.longitude("longitude") ?? null];
  return {
    status: present.row<PositionFields>("position")?.text("status") ?? null,
    log:
      log === null
        ? null
        : {
            id: log.id("id"),
            name: log.text("name"),
            from: placeName(log.text("_from"), speech),
            started: log.instant("_from_time"),
          },
    stay:
      stay === null
        ? null
        : {
            id: stay.id("id"),
            name: placeName(stay.text("name"), speech),
            isBesideTown: isBesideTown(stay.text("name")),
            arrived: stay.instant("arrived"),
            stayCode: stayCodeOf(stay.number("stay_code")),
            disc:
              latitude === null || longitude === null
                ? null
                : { latitude, longitude, radius: stay.number("radius_m") ?? 0 },
          },
  };
});
