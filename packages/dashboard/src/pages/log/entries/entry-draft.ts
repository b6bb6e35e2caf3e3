/** A line of the logbook while it is being typed, as it is kept on the device. Pure. */
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

/** The kinds that users write; hourly lines make themselves. */
const WRITTEN = ["remark", "weather", "sea", "sails", "crew"] as const satisfies readonly EntryKind[];

/** What is asked for in a line of each kind. */
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

/** Lists of names, each asked for in the lines of its own kind. */
const LISTS = ["sails", "crew"] as const;

/** An entry before the edit began. */
type Before = Pick<Entry, "name" | "version" | keyof EntryWords>;

/** What is in the form. */
export interface EntryDraft {
  /** The entry that is being changed; null for a new one. */
  readonly of: Before | null;
  readonly time: Date;
  readonly kind: EntryKind;
  readonly text: string;
  /** As they were typed. */
  readonly numbers: Readonly<Partial<Record<Observation, string>>>;
  /** With commas between the names. */
  readonly sails: string;
  readonly crew: string;
}

/** The kinds to choose from; an hourly line may stay one. */
export function kindsFor({ of }: EntryDraft): readonly EntryKind[] {
  return of === null || WRITTEN.some((one) => one === of.kind) ? WRITTEN : [...WRITTEN, of.kind];
}

/** A form for a new line about this moment. */
export function newDraft(time: Date): EntryDraft {
  return { of: null, time, kind: "remark", text: "", numbers: {}, sails: "", crew: "" };
}

/** A form that changes an entry. */
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

/** The line that was typed. */
export function wordsOf(draft: EntryDraft): EntryWords {
  const { time, kind, text } = draft;
  return { time, kind, text: text.trim(), extra: observed(draft, newDraft(time), {}) };
}

/** The columns of the entry that were changed: none that the form did not show, or that are as they were. */
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
 * What was observed, with what was typed into the fields of this kind. Numbers have a comma or a point; those that were
 * emptied are left out.
 */
function observed(draft: EntryDraft, was: EntryDraft, extra: JsonMembers): JsonMembers {
  const names = LISTS.filter(
    (list) => list === draft.kind && namesIn(draft[list]).join() !== namesIn(was[list]).join(),
  );
  const numbers = ASKED[draft.kind].flatMap((name) => {
    const typed = draft.numbers[name] ?? "";
    const figure = typed.trim().replace(",", ".");
    if (typed === (was.numbers[name] ?? "") || Number.isNaN(Number(figure))) return [];
    return [[name, figure === "" ? null : Number(figure)] as const];
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

function namesIn(typed: string): readonly string[] {
  return typed
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** A draft as the device keeps it. */
interface Kept extends Readonly<Partial<Record<Observation, string>>> {
  readonly time: string;
  readonly kind: string;
  readonly text: string;
  readonly sails: string;
  readonly crew: string;
  readonly of: object | null;
}

/** An entry as the device keeps it. */
interface KeptBefore {
  readonly name: string;
  readonly version: string | null;
  readonly time: string;
  readonly kind: string;
  readonly text: string;
  readonly extra: object;
}

/** A draft as a text. */
export function keptText({ of, time, kind, text, numbers, sails, crew }: EntryDraft): string {
  const before: KeptBefore | null = of === null ? null : { ...of, time: of.time.toISOString() };
  const kept: Kept = { ...numbers, time: time.toISOString(), kind, text, sails, crew, of: before };
  return JSON.stringify(kept);
}

/** The draft in a text that was kept; null if it is not one. */
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
