/** A line of the logbook while it is being typed, as it is kept on the device. Pure. */
import {
  ENTRY_KINDS,
  type EntryKind,
  type EntryWords,
  OBSERVATIONS,
  type Observation,
} from "../../../api/entries/entries.ts";
import { rowOf } from "../../../api/row.ts";

/** The kinds that somebody writes; hourly lines make themselves. */
export const WRITTEN = ["remark", "weather", "sea", "sails", "crew"] as const satisfies readonly EntryKind[];
export type Written = (typeof WRITTEN)[number];

/** What is asked for in a line of each kind. */
export const ASKED: Readonly<Record<Written, readonly Observation[]>> = {
  remark: [],
  weather: [
    "windSpeed",
    "windDirection",
    "gust",
    "cloudCoverage",
    "visibility",
    "pressure",
    "airTemperature",
  ],
  sea: ["seaState", "swell", "waterTemperature"],
  sails: [],
  crew: [],
};

/** What is in the form. */
export interface EntryDraft {
  /** The name and version of the entry that is being changed; null for a new one. */
  readonly of: { readonly name: string; readonly version: string | null } | null;
  readonly time: Date;
  readonly kind: Written;
  readonly text: string;
  /** As they were typed. */
  readonly numbers: Readonly<Partial<Record<Observation, string>>>;
  /** Sails or crew, with commas between them. */
  readonly names: string;
}

/** A form with these words in it. */
export function draftFrom(words: EntryWords, of: EntryDraft["of"]): EntryDraft {
  const { time, text, observed } = words;
  return {
    of,
    time,
    kind: WRITTEN.find((kind) => kind === words.kind) ?? "remark",
    text,
    numbers: Object.fromEntries(
      Object.entries(observed.numbers).map(([name, value]) => [name, String(value)]),
    ),
    names: (words.kind === "crew" ? observed.crew : observed.sails).join(", "),
  };
}

/** The words that were typed. Numbers have a comma or a point; those that were left empty are left out. */
export function wordsOf({ time, kind, text, numbers, names }: EntryDraft): EntryWords {
  const list = names.split(",").map((name) => name.trim());
  const named = list.filter((name) => name !== "");
  const typed = ASKED[kind].flatMap((name) => {
    const figure = (numbers[name] ?? "").trim().replace(",", ".");
    return figure === "" || Number.isNaN(Number(figure)) ? [] : [[name, Number(figure)] as const];
  });
  return {
    time,
    kind,
    text: text.trim(),
    observed: {
      numbers: Object.fromEntries(typed),
      sails: kind === "sails" ? named : [],
      crew: kind === "crew" ? named : [],
    },
  };
}

/** A draft as the device keeps it. */
interface Kept extends Readonly<Partial<Record<Observation, string>>> {
  readonly name: string | null;
  readonly version: string | null;
  readonly time: string;
  readonly kind: string;
  readonly text: string;
  readonly names: string;
}

/** A draft as a text. */
export function keptText({ of, time, kind, text, numbers, names }: EntryDraft): string {
  const kept: Kept = {
    ...numbers,
    name: of?.name ?? null,
    version: of?.version ?? null,
    time: time.toISOString(),
    ...{ kind, text, names },
  };
  return JSON.stringify(kept);
}

/** The draft in a text that was kept; null if it is not one. */
export function draftIn(kept: string): EntryDraft | null {
  const row = rowOf<Kept>(JSON.parse(kept));
  const time = row?.instant("time") ?? null;
  if (row === null || time === null) return null;
  const name = row.text("name");
  const numbers = OBSERVATIONS.flatMap((one) => {
    const typed = row.text(one);
    return typed === null ? [] : [[one, typed] as const];
  });
  const kind = ENTRY_KINDS.find((one) => one === row.text("kind"));
  return {
    of: name === null ? null : { name, version: row.text("version") },
    time,
    kind: WRITTEN.find((one) => one === kind) ?? "remark",
    text: row.text("text") ?? "",
    numbers: Object.fromEntries(numbers),
    names: row.text("names") ?? "",
  };
}
