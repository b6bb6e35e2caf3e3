import type { Json, Resources } from "../generated/api-types.ts";
import type { JsonMembers } from "../json.ts";
import { numberOf, textOf } from "../row.ts";

/** What a line in the logbook is about. */
export const ENTRY_KINDS = ["remark", "weather", "sea", "sails", "crew", "hourly"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Numbers that a user observed: knots, degrees, Douglas, metres, eighths, NM, hPa, °C. */
export const OBSERVATIONS = [
  "windSpeed",
  "windDirection",
  "gust",
  "seaState",
  "swell",
  "cloudCoverage",
  "visibility",
  "pressure",
  "airTemperature",
  "waterTemperature",
] as const;
export type Observation = (typeof OBSERVATIONS)[number];

/** What was observed, and which sails were set by whom. */
export interface Observed {
  readonly numbers: Readonly<Partial<Record<Observation, number>>>;
  readonly sails: readonly string[];
  readonly crew: readonly string[];
}

/** What a user writes into the logbook at a moment. */
export interface EntryWords {
  readonly time: Date;
  readonly kind: EntryKind;
  readonly text: string;
  /** What was observed, and whatever else other programs keep there. */
  readonly extra: JsonMembers;
}

/** The columns of a line that are written. */
export type EntryColumns = Partial<Pick<Resources["log_entries"], "time" | "kind" | "text" | "extra">>;

/** An entry of the logbook. */
export interface Entry extends EntryWords {
  /** Its number; null if the server does not have it yet. */
  readonly id: number | null;
  /** Names it: its number, or the key of the change that adds it. */
  readonly name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly author: string | null;
  /** Changes with every edit. */
  readonly version: string | null;
  /** Whether something about it waits on this device. */
  readonly waits: boolean;
}

/** What was observed, as far as the dashboard knows it. */
export function observedIn(extra: JsonMembers): Observed {
  const texts = (list: Json | undefined) =>
    (Array.isArray(list) ? list : []).flatMap((one) => textOf(one) ?? []);
  return {
    numbers: Object.fromEntries(
      OBSERVATIONS.flatMap((name) => {
        const value = numberOf(extra[name]);
        return value === null ? [] : [[name, value]];
      }),
    ),
    sails: texts(extra.sails),
    crew: texts(extra.crew),
  };
}
