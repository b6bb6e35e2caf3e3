import type { Json, Resources } from "../generated/api-types.ts";
import type { JsonMembers } from "../json.ts";
import { numberOf, textOf } from "../row.ts";

/** Kinds of entries in the logbook. */
export const ENTRY_KINDS = ["remark", "weather", "sea", "sails", "crew", "hourly"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Observed numbers: knots, degrees, Douglas, metres, eighths, NM, hPa, °C. */
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

/** Observations, the sails set and the crew. */
export interface Observed {
  readonly numbers: Readonly<Partial<Record<Observation, number>>>;
  readonly sails: readonly string[];
  readonly crew: readonly string[];
}

/** What a user enters for a moment. */
export interface EntryWords {
  readonly time: Date;
  readonly kind: EntryKind;
  readonly text: string;
  /** Observations, and members of other programs. */
  readonly extra: JsonMembers;
}

/** The writable columns of an entry. */
export type EntryColumns = Partial<Pick<Resources["log_entries"], "time" | "kind" | "text" | "extra">>;

/** An entry of the logbook. */
export interface Entry extends EntryWords {
  /** Its id; null if the server does not have it yet. */
  readonly id: number | null;
  /** Its id, or the key of the change that adds it. */
  readonly name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly author: string | null;
  /** Changes with every edit. */
  readonly version: string | null;
  /** Whether a change to it is queued on this device. */
  readonly waits: boolean;
}

/** The observations known to the dashboard. */
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
