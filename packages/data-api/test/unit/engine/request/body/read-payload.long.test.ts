/** Bodies are read in short steps, whatever their contents. */

import { ApiError } from "@wakelog/kit/errors.ts";
import { describe, expect, it, vi } from "vitest";
import { releaseOf } from "../../../../../src/engine/release/release.ts";
import { readPayload } from "../../../../../src/engine/request/body/payload.ts";

const MB = 1_048_576;
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

/** A body of 32 MB, or of a given size. */
function filled(before: string, repeated: string, behind: string, megabytes = 32): Buffer {
  const times = Math.floor((megabytes * MB - before.length - behind.length) / Buffer.byteLength(repeated));
  return Buffer.concat([
    Buffer.from(before),
    Buffer.alloc(times * Buffer.byteLength(repeated), repeated),
    Buffer.from(behind),
  ]);
}

function numbered(count: number, one: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => one(at)).join(",");
}

/** The dearest bodies, each with its media type and the status of its refusal; null if it is read. */
const DEAREST: readonly (readonly [what: string, type: string, body: () => Buffer, status: number | null])[] =
  [
    [
      "a million arguments",
      JSON_TYPE,
      () => Buffer.from(`{${numbered(1_000_000, (at) => `"a${at}":1`)}}`),
      413,
    ],
    [
      "a few thousand too many",
      JSON_TYPE,
      () => Buffer.from(`{${numbered(5_000, (at) => `"a${at}":1`)}}`),
      400,
    ],
    [
      "as many arguments as values",
      JSON_TYPE,
      () => Buffer.from(`{${numbered(240_000, (at) => `"a${at}":1`)}}`),
      400,
    ],
    [
      "as many names in an argument as values",
      JSON_TYPE,
      () => Buffer.from(`{"a":{${numbered(240_000, (at) => `"b${at}":1`)}}}`),
      null,
    ],
    ["14 million levels", JSON_TYPE, () => Buffer.from("[".repeat(14_000_000)), 400],
    ["levels of objects", JSON_TYPE, () => filled('[{"a":1},', '{"a":', ""), 400],
    ["levels that end", JSON_TYPE, () => Buffer.from("[".repeat(65) + "]".repeat(65)), 400],
    ["5 million columns", JSON_TYPE, () => filled("[{", '"a":1,', '"b":1}]'), 413],
    ["an array of numbers", JSON_TYPE, () => filled("[", "1,", "1]"), 413],
    ["an array in a row", JSON_TYPE, () => filled('[{"a":[', "1,", "1]}]"), 413],
    [
      "rows of other keys",
      JSON_TYPE,
      () => filled('[{"b":1},', `{"a":"${"x".repeat(500)}"},`, '{"a":1}]'),
      400,
    ],
    [
      "rows",
      JSON_TYPE,
      () => filled("[", `{"a":"${"x".repeat(500)}","b":[1,{"c":null}]},`, '{"a":"x","b":1}]'),
      null,
    ],
    ["nothing between commas", JSON_TYPE, () => filled("[", `{"a":"${"x".repeat(500)}"},`, ',{"a":1}]'), 400],
    ["a text", JSON_TYPE, () => filled('{"a":"', "x", '"}', 7.9), null],
    ["escapes", JSON_TYPE, () => filled('{"a":"', "\\u0041", '"}', 7.9), null],
    ["pairs of surrogates", JSON_TYPE, () => filled('{"a":"', "\\ud83d\\ude00", '"}', 7.9), null],
    [
      "half a character at the end",
      JSON_TYPE,
      () => filled('{"a":"', "\\ud83d\\ude00", '\\ud83d"}', 7.9),
      400,
    ],
    ["a long text", JSON_TYPE, () => filled('{"a":"', "x", '"}'), 413],
    ["a text without end", JSON_TYPE, () => filled('[{"a":1},{"a":"', "x", ""), 413],
    ["backslashes", JSON_TYPE, () => filled('{"a":"', "\\\\", '"}', 7.9), null],
    ["digits", JSON_TYPE, () => filled('{"a":', "9", "}", 7.9), null],
    ["blanks", JSON_TYPE, () => filled("[1", " ", "x]"), 413],
    ["blanks before", JSON_TYPE, () => filled("", " ", '{"a":1}'), null],
    ["columns of CSV", "text/csv", () => filled("", "a,", "b\n1\n"), 400],
    ["lines of CSV", "text/csv", () => filled("a,b\n", "1,2\n", ""), 413],
    ["long lines of CSV", "text/csv", () => filled("a,b\n", `1,${"2".repeat(500)}\n`, ""), null],
    ["a field of CSV", "text/csv", () => filled("a\n", "x", "\n"), 413],
    ["a quoted field of CSV", "text/csv", () => filled('a\n"', "x", '"\n', 7.9), null],
    ["quotes within a field of CSV", "text/csv", () => filled('a\n"', '""', '"\n'), 413],
    ["a quote that is not closed", "text/csv", () => filled('a\n"', "x", ""), 400],
    ["ends of lines", "text/csv", () => filled("a\n", "\n", ""), null],
    ["fields of a form", FORM, () => filled("", "a=1&", "", 7.9), 400],
    ["a field of a form", FORM, () => filled("a=", "%41", "", 7.9), null],
  ];

const context = (body: Buffer, contentType: string) => ({
  body,
  contentType,
  isCall: true,
  columns: null,
  maxRows: 100_000,
  isJudged: false,
  isHandled: false,
  ownJson: false,
  errors: releaseOf().errors,
});

// In a process that has run hundreds of files, the collector of garbage takes most of the time.
vi.setConfig({ testTimeout: 240_000 });

/** Processor time for a step. */
const MOST_MS = 50;

/** The steps of reading a body, each in milliseconds of the processor, and the status of its refusal. */
function read(body: Buffer, type: string): { readonly steps: number[]; readonly status: number | null } {
  const work = readPayload(context(body, type));
  const steps: number[] = [];
  for (;;) {
    const before = process.cpuUsage();
    const found = next(work);
    // The garbage collector's threads count too.
    steps.push(process.cpuUsage(before).user / 1000);
    if (found !== undefined) return { steps, status: found };
  }
}

function next(work: ReturnType<typeof readPayload>): number | null | undefined {
  try {
    return work.next().done === true ? null : undefined;
  } catch (refusal) {
    if (refusal instanceof ApiError) return refusal.status;
    throw refusal;
  }
}

describe("a body", () => {
  it.each(DEAREST)("%s is read in short steps, or refused", (_what, type, body, status) => {
    const bytes = body();
    let least: readonly number[] = [];
    let longest = Number.POSITIVE_INFINITY;
    // Other threads or the garbage collector may interfere: a step's duration is that of its shortest try.
    for (let tries = 3; tries > 0 && longest > MOST_MS; tries--) {
      const { steps, status: found } = read(bytes, type);
      expect(found).toBe(status);
      least = steps.map((step, at) => Math.min(step, least[at] ?? step));
      longest = least.reduce((most, step) => Math.max(most, step), 0);
    }
    expect(longest).toBeLessThanOrEqual(MOST_MS);
  });
});
