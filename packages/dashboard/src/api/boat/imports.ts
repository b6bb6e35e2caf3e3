import type { Speech } from "../../languages/speech.ts";
import { translated } from "../../server-messages/translated.ts";
import { rowsQuestion } from "../question.ts";
import { answer, callForJson, callForSuccess } from "../request.ts";
import { AnswerShapeError, numberOf, requiredRow } from "../row.ts";

/** An imported file, or the sample voyage. */
export interface Import {
  readonly id: number;
  readonly sample: boolean;
  readonly name: string;
  readonly madeAt: Date | null;
  /** Number of new rows. */
  readonly rows: number;
  readonly first: Date | null;
  readonly last: Date | null;
}

export const importsQuestion = rowsQuestion(
  "imports_view",
  { columns: ["id", "kind", "name", "made_at", "rows", "first", "last"], where: { rows: "gt.0" }, limit: 50 },
  (rows): readonly Import[] =>
    rows.map((row) => ({
      id: row.id("id"),
      sample: row.text("kind") === "sample",
      name: row.text("name") ?? "",
      madeAt: row.instant("made_at"),
      rows: row.number("rows") ?? 0,
      first: row.instant("first"),
      last: row.instant("last"),
    })),
);

/** What importing a file would do. */
export interface ImportPreview {
  readonly id: number;
  readonly format: string;
  readonly rows: number;
  /** Rows whose times are already stored. */
  readonly known: number;
  /** Rows within a period already covered by other rows of the boat. */
  readonly covered: number;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly line: readonly { readonly longitude: number; readonly latitude: number }[];
  /** Skipped lines, by reason: not rows, or invalid rows. */
  readonly leftOut: readonly (readonly [reason: string, count: number])[];
  readonly notes: readonly string[];
}

/** Upload chunk in bytes: one second on a slow link. */
const PART = 98_304;

/** Uploads a file in chunks and starts reading it. Rejects with AbortError if cancelled. */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  speech: Speech,
): Promise<ImportPreview> {
  const bytes = await bytesOf(file);
  const id = numberOf(await callForJson("begin_import_fn", { name: file.name }));
  if (id === null) throw new AnswerShapeError("the number of an import");
  for (let at = 0; at < bytes.length; at += PART) {
    signal.throwIfAborted();
    const content = base64(bytes.subarray(at, at + PART));
    await callForSuccess("import_part_fn", { _id: id, content, encoding: "base64" });
    onProgress(Math.min(1, (at + PART) / bytes.length));
  }
  const read = requiredRow<{ format: string; skipped: object; notes: readonly unknown[]; truncated: string }>(
    await callForJson("read_import_fn", { _id: id }),
    "what was read",
  );
  signal.throwIfAborted();
  const found = requiredRow<{
    rows: number;
    known: number;
    covered: number;
    refused: object;
    from: string;
    to: string;
    line: readonly unknown[];
  }>(await callForJson("preview_import_fn", { _id: id }), "a preview");
  const counted = (reasons: readonly (readonly [string, unknown])[]) =>
    reasons.map(([reason, count]) => [translated(reason, speech), numberOf(count) ?? 0] as const);
  const truncated = read.text("truncated");
  return {
    id,
    format: read.text("format") ?? "",
    rows: found.number("rows") ?? 0,
    known: found.number("known") ?? 0,
    covered: found.number("covered") ?? 0,
    from: found.instant("from"),
    to: found.instant("to"),
    line: found.list("line").flatMap((place) => {
      const [longitude, latitude] = Array.isArray(place) ? place.map(numberOf) : [];
      return longitude == null || latitude == null ? [] : [{ longitude, latitude }];
    }),
    leftOut: [
      ...counted(read.row("skipped")?.entries() ?? []),
      ...counted(found.row("refused")?.entries() ?? []),
    ],
    notes: [
      ...read.list("notes").filter((note) => typeof note === "string"),
      ...(truncated === null ? [] : [truncated]),
    ].map((note) => translated(note, speech)),
  };
}

/** A file's contents, gunzipped if needed. */
async function bytesOf(file: File): Promise<Uint8Array> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzipped = first === 0x1f && second === 0x8b;
  const stream = isGzipped ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Stores a file's next batch of rows; a retry with the same key stores it once. Resolves to the number of batches
 * left.
 */
export async function storeBatch(id: number, key: string): Promise<number> {
  const response = await answer({
    method: "POST",
    path: "/rpc/import_batch_fn",
    body: { _id: id },
    key,
  });
  return requiredRow<{ left: number }>(await response.json(), "a batch").number("left") ?? 0;
}
