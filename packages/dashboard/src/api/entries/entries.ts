import type { Change } from "../../offline/change.ts";
import type { Json } from "../generated/api-types.ts";
import { type Question, rowsQuestion } from "../question.ts";
import { type Row, rowOf } from "../row.ts";
import { addLine, changeAdded, changeRow, removeAdded, removeRow } from "../write.ts";
import { ENTRY_KINDS, type Entry, type EntryColumns, type EntryWords } from "./entry.ts";

/** The text of a row. */
function wordsIn(row: Row<EntryRow>): EntryWords | null {
  const time = row.instant("time");
  if (time === null) return null;
  return {
    time,
    kind: ENTRY_KINDS.find((kind) => kind === row.text("kind")) ?? "remark",
    text: row.text("text") ?? "",
    extra: row.members("extra"),
  };
}

interface EntryRow {
  readonly time: string | null;
  readonly kind: string | null;
  readonly text: string | null;
  readonly extra: Json | null;
}

/** The entries of a log, in order of time. */
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

/** The entries with those queued on this device; entries with queued changes are marked. */
export function withWaitingEntries(
  entries: readonly Entry[],
  changes: readonly Change[],
  { started, ended }: { readonly started: Date | null; readonly ended: Date | null },
): readonly Entry[] {
  const about = changes.filter(({ resource, refused }) => resource === "log_entries" && refused === null);
  const added = about.flatMap(({ method, key, body }): Entry[] => {
    const after = about.filter((one) => one.after === key);
    if (method !== "POST" || after.some((one) => one.method === "DELETE")) return [];
    const bodies = [body, ...after.map((one) => one.body)].map((one) =>
      rowOf<EntryRow>(JSON.parse(one ?? "null")),
    );
    const row = rowOf<EntryRow>(Object.fromEntries(bodies.flatMap((one) => one?.entries() ?? [])));
    const words = row === null ? null : wordsIn(row);
    if (words === null || started === null || words.time < started) return [];
    if (ended !== null && words.time > ended) return [];
    const unplaced = { latitude: null, longitude: null, author: null, version: null };
    return [{ ...words, ...unplaced, id: null, name: key, waits: true }];
  });
  const waits = (id: number | null) => about.some((one) => one.id === id && id !== null);
  return [...entries.map((entry) => ({ ...entry, waits: waits(entry.id) })), ...added];
}

/** Adds an entry; the server adds the position. */
export function addEntry({ time, kind, text, extra }: EntryWords): Promise<void> {
  return addLine("log_entries", { time: time.toISOString(), kind, text: text === "" ? null : text, extra });
}

/**
 * Changes columns of an entry; the others are kept.
 * @param name of the entry, which may have been sent since it was shown
 * @param before the observations as read: observations added by others are kept
 */
export async function changeEntry(
  { name, version, extra: before }: Pick<Entry, "name" | "version" | "extra">,
  columns: EntryColumns,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  const id = numberOfName(name);
  const read = { extra: before };
  if (id === null) await changeAdded("log_entries", name, columns, read);
  else await changeRow("log_entries", id, columns, version, read);
}

/** Removes an entry. */
export function removeEntry(name: string): Promise<void> {
  const id = numberOfName(name);
  return id === null ? removeAdded("log_entries", name) : removeRow("log_entries", id);
}

/** Keys are longer than numbers, and contain letters. */
function numberOfName(name: string): number | null {
  return /^\d{1,10}$/.test(name) ? Number(name) : null;
}
