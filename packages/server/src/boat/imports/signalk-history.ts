/**
 * Responses of the Signal K history API: `{context, values: [{path}], range, data: [[time, value, …], …]}`.
 * @see https://github.com/SignalK/signalk-server, history API
 */

import { MemberSplitter } from "@wakelog/kit/json/members.ts";
import { z } from "zod";
import { readInstant } from "./instant.ts";
import { putReading } from "./navigation-path.ts";
import {
  draftAt,
  finished,
  type ImportedRow,
  MOST_COLUMNS,
  type Reader,
  type Remarks,
  TruncatedFile,
  UnreadableFile,
} from "./row.ts";

const columns = z.array(z.object({ path: z.string() }));

/** Maps data columns by `values`, which may be anywhere in the document. */
export const historyReader: Reader = {
  name: "Signal K history",
  version: 1,
  async *read(open, remarks) {
    const paths = await pathsOf(open());
    if (paths.length > MOST_COLUMNS)
      throw new UnreadableFile(`The file has more than ${MOST_COLUMNS} values to an entry.`);
    if (!paths.includes("navigation.position")) {
      throw new UnreadableFile(
        `The file has no positions: navigation.position is not among its values (${paths.join(", ") || "none"}).`,
      );
    }
    let given = 0;
    for await (const rows of rowsOf(open(), paths, remarks)) {
      given += rows.length;
      yield rows;
    }
    if (given === 0) throw new UnreadableFile("The file has no positions: its data is empty.");
  },
};

async function pathsOf(chunks: AsyncIterable<string>): Promise<readonly string[]> {
  const splitter = new MemberSplitter("data");
  for await (const chunk of chunks) {
    for (const member of feed(splitter, chunk)) {
      if (member.key !== "values" || member.isElement) continue;
      const parsed = columns.safeParse(parse(member.text));
      if (!parsed.success) throw new UnreadableFile('The "values" of the file do not name paths.');
      return parsed.data.map((column) => column.path);
    }
    if (splitter.ended) break;
  }
  throw splitter.ended
    ? new UnreadableFile('The file is JSON, but not Signal K history: it has no "values".')
    : new TruncatedFile('The file ends before its "values", which describe its data.');
}

async function* rowsOf(
  chunks: AsyncIterable<string>,
  paths: readonly string[],
  remarks: Remarks,
): AsyncGenerator<ImportedRow[]> {
  const splitter = new MemberSplitter("data");
  for await (const chunk of chunks) {
    const rows = feed(splitter, chunk).flatMap((member) =>
      member.isElement ? (row(parse(member.text), paths, remarks) ?? []) : [],
    );
    if (rows.length > 0) yield rows;
    if (splitter.ended) return;
  }
  throw new TruncatedFile("The file ends in the middle of its data: it was cut off.");
}

function row(values: unknown, paths: readonly string[], remarks: Remarks): ImportedRow | null {
  const [at, ...readings]: readonly unknown[] = Array.isArray(values) ? values : [];
  const time = typeof at === "string" || typeof at === "number" ? readInstant(String(at)) : null;
  if (time === null) {
    remarks.skip("entries without a time");
    return null;
  }
  const draft = draftAt(time);
  // A path may be requested several ways (average, maximum); the first non-null value wins.
  for (let i = Math.min(paths.length, readings.length) - 1; i >= 0; i--)
    putReading(draft, paths[i] ?? "", readings[i]);
  const isEmpty = draft.latitude === null && Object.keys(draft.metrics).length === 0;
  if (!isEmpty) return finished(draft);
  remarks.skip("entries without values");
  return null;
}

function feed(splitter: MemberSplitter, chunk: string): ReturnType<MemberSplitter["feed"]> {
  try {
    return splitter.feed(chunk);
  } catch (cause) {
    throw new UnreadableFile("The file begins like JSON, but is not valid JSON.", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableFile(`The file is not valid JSON: ${text.slice(0, 60)}`, { cause });
  }
}
