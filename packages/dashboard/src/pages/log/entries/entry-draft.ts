/** The draft of an entry, as stored on the device. Pure. */
import { msg } from "@lingui/core/macro";
import * as z from "zod/mini";
import {
  ENTRY_KINDS,
  type Entry,
  type EntryColumns,
  type EntryKind,
  type EntryWords,
  OBSERVATIONS,
  type Observation,
  observedIn,
} from "../../../api/entries/entry.ts";
import type { JsonMembers } from "../../../api/json.ts";
import { type Row, rowOf } from "../../../api/row.ts";
import { namesIn, namesOf, numberFrom, textOf, typedNumber } from "../../../forms/fields.ts";
import type { Sentence } from "../../../forms/schema.ts";

/** Kinds that users write; hourly lines are automatic. */
const WRITTEN = ["remark", "weather", "sea", "sails", "crew"] as const satisfies readonly EntryKind[];

/** The fields for each kind of entry. */
export const ASKED: Readonly<Record<EntryKind, readonly Observation[]>> = {
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
  hourly: [],
};

/** Lists of names, each in one kind of entry. */
const LISTS = ["sails", "crew"] as const;

/** Range of each number, as the server accepts it. */
export const LIMITS: Readonly<Record<Observation, readonly [number, number]>> = {
  windSpeed: [0, 200],
  windDirection: [0, 360],
  gust: [0, 250],
  seaState: [0, 9],
  swell: [0, 40],
  cloudCoverage: [0, 8],
  visibility: [0, 100],
  pressure: [850, 1100],
  airTemperature: [-80, 60],
  waterTemperature: [-5, 50],
};

/** The entry before the edit. */
type Before = Pick<Entry, "name" | "version" | keyof EntryWords>;

/** The contents of the form. */
export interface EntryDraft {
  /** The edited entry; null for a new one. */
  readonly of: Before | null;
  readonly time: Date;
  readonly kind: EntryKind;
  readonly text: string;
  /** As typed. */
  readonly numbers: Readonly<Partial<Record<Observation, string>>>;
  /** Separated by commas. */
  readonly sails: string;
  readonly crew: string;
}

/** The fields of an entry; at least one must be filled in, or stored already. */
export function lineFields({ kind, of }: EntryDraft) {
  const isKept = Object.keys(of?.extra ?? {}).length > 0;
  return (t: Sentence) => {
    const names = (list: EntryKind) => (list === kind ? namesOf(t) : z.string());
    const numbers = ASKED[kind].map((name) => [name, z.exactOptional(numberFrom(t, ...LIMITS[name]))]);
    const fields = z.object({
      text: textOf(t, 0, 4000),
      numbers: z.object(Object.fromEntries(numbers)),
      sails: names("sails"),
      crew: names("crew"),
    });
    const isWritten = (line: z.output<typeof fields>) =>
      isKept ||
      line.text !== "" ||
      Object.values(line.numbers).some((number) => number !== null) ||
      LISTS.some((list) => list === kind && namesIn(line[list]).length > 0);
    return fields.check(
      z.refine(isWritten, { path: ["text"], error: t(msg`Write something, or a number that you observed.`) }),
    );
  };
}

/** The selectable kinds; an hourly line may stay one. */
export function kindsFor({ of }: EntryDraft): readonly EntryKind[] {
  return of === null || WRITTEN.some((one) => one === of.kind) ? WRITTEN : [...WRITTEN, of.kind];
}

/** A new entry at this moment. */
export function newDraft(time: Date): EntryDraft {
  return { of: null, time, kind: "remark", text: "", numbers: {}, sails: "", crew: "" };
}

/** A draft of an existing entry. */
export function draftFrom({ name, version, time, kind, text, extra }: Before): EntryDraft {
  const { numbers, sails, crew } = observedIn(extra);
  return {
    of: { name, version, time, kind, text, extra },
    time,
    kind,
    text,
    numbers: Object.fromEntries(Object.entries(numbers).map(([one, value]) => [one, String(value)])),
    sails: sails.join(", "),
    crew: crew.join(", "),
  };
}

/** The typed entry. */
export function wordsOf(draft: EntryDraft): EntryWords {
  const { time, kind, text } = draft;
  return { time, kind, text: text.trim(), extra: observed(draft, newDraft(time), {}) };
}

/** The changed columns of an entry: only those of the form that differ. */
export function changesOf(draft: EntryDraft, before: Before): EntryColumns {
  const was = draftFrom(before);
  const { kind, text } = draft;
  const extra = observed(draft, was, before.extra);
  return {
    ...(kind === was.kind ? {} : { kind }),
    ...(text === was.text ? {} : { text: text.trim() === "" ? null : text.trim() }),
    ...(extra === before.extra ? {} : { extra }),
  };
}

/**
 * Observations with the values typed into this kind's fields. Accepts comma or point; emptied numbers are left out.
 */
function observed(draft: EntryDraft, was: EntryDraft, extra: JsonMembers): JsonMembers {
  const names = LISTS.filter(
    (list) => list === draft.kind && namesIn(draft[list]).join() !== namesIn(was[list]).join(),
  );
  const numbers = ASKED[draft.kind].flatMap((name) => {
    const typed = draft.numbers[name] ?? "";
    const figure = typedNumber(typed);
    return typed === (was.numbers[name] ?? "") || figure === undefined ? [] : [[name, figure] as const];
  });
  if (names.length === 0 && numbers.length === 0) return extra;
  const lists = names.map((list) => {
    const all = namesIn(draft[list]);
    return [list, all.length === 0 ? null : all] as const;
  });
  const changed: JsonMembers = Object.fromEntries([...numbers, ...lists]);
  return Object.fromEntries(
    Object.entries({ ...extra, ...changed }).filter(([name, value]) => value !== null || !(name in changed)),
  );
}

/** A stored draft. */
interface Kept extends Readonly<Partial<Record<Observation, string>>> {
  readonly time: string;
  readonly kind: string;
  readonly text: string;
  readonly sails: string;
  readonly crew: string;
  readonly of: object | null;
}

/** The entry in a stored draft. */
interface KeptBefore {
  readonly name: string;
  readonly version: string | null;
  readonly time: string;
  readonly kind: string;
  readonly text: string;
  readonly extra: object;
}

/** A draft as stored text. */
export function keptText({ of, time, kind, text, numbers, sails, crew }: EntryDraft): string {
  const before: KeptBefore | null = of === null ? null : { ...of, time: of.time.toISOString() };
  const kept: Kept = { ...numbers, time: time.toISOString(), kind, text, sails, crew, of: before };
  return JSON.stringify(kept);
}

/** A draft from stored text; null if invalid. */
export function draftIn(kept: string): EntryDraft | null {
  const row = rowOf<Kept>(JSON.parse(kept));
  const time = row?.instant("time") ?? null;
  if (row === null || time === null) return null;
  const numbers = OBSERVATIONS.flatMap((one) => {
    const typed = row.text(one);
    return typed === null ? [] : [[one, typed] as const];
  });
  const before = row.row<KeptBefore>("of");
  return {
    of: before === null ? null : beforeIn(before),
    time,
    kind: kindIn(row.text("kind")),
    text: row.text("text") ?? "",
    numbers: Object.fromEntries(numbers),
    sails: row.text("sails") ?? "",
    crew: row.text("crew") ?? "",
  };
}

function beforeIn(row: Row<KeptBefore>): Before | null {
  const [name, time] = [row.text("name"), row.instant("time")];
  if (name === null || time === null) return null;
  const [kind, text] = [kindIn(row.text("kind")), row.text("text") ?? ""];
  return { name, version: row.text("version"), time, kind, text, extra: row.members("extra") };
}

function kindIn(kind: string | null): EntryKind {
  return ENTRY_KINDS.find((one) => one === kind) ?? "remark";
}
