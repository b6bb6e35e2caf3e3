import type { Change } from "../../offline/change.ts";
import type { Json } from "../generated/api-types.ts";
import { type Question, rowsQuestion } from "../question.ts";
import { numberOf, type Row, rowOf, textOf } from "../row.ts";
import { addLine, changeAdded, changeRow, removeAdded, removeRow } from "../write.ts";

/** What a line in the logbook is about. */
export const ENTRY_KINDS = ["remark", "weather", "sea", "sails", "crew", "hourly"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Numbers that somebody observed: knots, degrees, Douglas, metres, eighths, NM, hPa, °C. */
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

/** What somebody writes into the logbook at a moment. */
export interface EntryWords {
  readonly time: Date;
  readonly kind: EntryKind;
  readonly text: string;
  readonly observed: Observed;
}

/** A line that somebody wrote into the logbook. */
export interface Entry extends EntryWords {
  /** Its number; null if the server does not have it yet. */
  readonly id: number | null;
  /** Names it: its number, or the key of the change that adds it. */
  readonly name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly author: string | null;
  /** Changes when somebody writes it again. */
  readonly version: string | null;
  /** Whether something about it waits on this device. */
  readonly waits: boolean;
}

/** The JSON of `extra`, as far as the dashboard reads it. */
type ExtraJson = Readonly<Partial<Record<Observation, number>>> & {
  readonly sails?: readonly string[];
  readonly crew?: readonly string[];
};

function observed(extra: Row<ExtraJson> | null): Observed {
  const texts = (list: readonly unknown[]) => list.flatMap((one) => textOf(one) ?? []);
  return {
    numbers: Object.fromEntries(
      OBSERVATIONS.flatMap((name) => {
        const value = numberOf(extra?.number(name));
        return value === null ? [] : [[name, value]];
      }),
    ),
    sails: texts(extra?.list("sails") ?? []),
    crew: texts(extra?.list("crew") ?? []),
  };
}

/** The words of a row. */
function wordsIn(row: Row<EntryRow>): EntryWords | null {
  const time = row.instant("time");
  if (time === null) return null;
  return {
    time,
    kind: ENTRY_KINDS.find((kind) => kind === row.text("kind")) ?? "remark",
    text: row.text("text") ?? "",
    observed: observed(row.row<ExtraJson>("extra")),
  };
}

interface EntryRow {
  readonly time: string | null;
  readonly kind: string | null;
  readonly text: string | null;
  readonly extra: Json | null;
}

/** The lines of a log, in the order of time. */
export function entriesQuestion(log: number): Question<readonly Entry[]> {
  return rowsQuestion(
    "log_entries_view",
    {
      columns: ["id", "time", "latitude", "longitude", "kind", "text", "extra", "author", "version"],
      where: { log_id: `eq.${log}` },
      order: "time.asc",
    },
    (rows) =>
      rows.flatMap((row) => {
        const words = wordsIn(row);
        if (words === null) return [];
        const id = row.id("id");
        return {
          ...words,
          id,
          name: String(id),
          latitude: row.latitude("latitude"),
          longitude: row.longitude("longitude"),
          author: row.text("author"),
          version: row.text("version"),
          waits: false,
        };
      }),
  );
}

/** The lines with those that wait on this device, and marked where something about them does. */
export function withWaitingEntries(
  entries: readonly Entry[],
  changes: readonly Change[],
  { started, ended }: { readonly started: Date | null; readonly ended: Date | null },
): readonly Entry[] {
  const about = changes.filter(({ resource, refused }) => resource === "log_entries" && refused === null);
  const added = about.flatMap(({ method, key, body }): Entry[] => {
    const after = about.filter((one) => one.after === key);
    if (method !== "POST" || after.some((one) => one.method === "DELETE")) return [];
    const row = rowOf<EntryRow>(JSON.parse(after.at(-1)?.body ?? body ?? "null"));
    const words = row === null ? null : wordsIn(row);
    if (words === null || started === null || words.time < started) return [];
    if (ended !== null && words.time > ended) return [];
    const nobody = { latitude: null, longitude: null, author: null, version: null };
    return [{ ...words, ...nobody, id: null, name: key, waits: true }];
  });
  const waits = (id: number | null) => about.some((one) => one.id === id && id !== null);
  return [...entries.map((entry) => ({ ...entry, waits: waits(entry.id) })), ...added];
}

function written({ time, kind, text, observed: { numbers, sails, crew } }: EntryWords) {
  const extra: Json = {
    ...numbers,
    ...(sails.length === 0 ? {} : { sails }),
    ...(crew.length === 0 ? {} : { crew }),
  };
  return { time: time.toISOString(), kind, text: text === "" ? null : text, extra };
}

/** Writes a line into the logbook; the server knows where the boat was. */
export function addEntry(words: EntryWords): Promise<void> {
  return addLine("log_entries", written(words));
}

/**
 * Writes a line again.
 * @param name of the entry; it may have been sent since it was shown
 */
export async function changeEntry(name: string, version: string | null, words: EntryWords): Promise<void> {
  const id = numberOfName(name);
  if (id === null) await changeAdded("log_entries", name, written(words));
  else await changeRow("log_entries", id, written(words), version);
}

/** Takes a line out of the logbook. */
export function removeEntry(name: string): Promise<void> {
  const id = numberOfName(name);
  return id === null ? removeAdded("log_entries", name) : removeRow("log_entries", id);
}

/** Keys are longer than numbers, and have letters. */
function numberOfName(name: string): number | null {
  return /^\d{1,10}$/.test(name) ? Number(name) : null;
}
