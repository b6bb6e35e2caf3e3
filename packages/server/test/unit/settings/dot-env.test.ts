import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../../../src/settings/config.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-encodings-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A text as editors save it. */
const SAVED: Readonly<Record<string, (text: string) => Buffer>> = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16, little end first": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "UTF-8 with two marks": (text) => Buffer.from(`\ufeff\ufeff${text}`),
  "UTF-8 with marks in each line": (text) => Buffer.from(text.replace(/^/gm, "\ufeff")),
  "UTF-16, big end first": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  "UTF-16, little end first, without a mark": (text) => Buffer.from(text, "utf16le"),
  "UTF-16, big end first, without a mark": (text) => Buffer.from(text, "utf16le").swap16(),
};

interface Line {
  readonly line: string;
  readonly hours?: number;
  readonly from?: string;
}

const lines: fc.Arbitrary<Line> = fc.oneof(
  fc.integer({ min: 1, max: 1000 }).map((hours) => ({ line: `WAKELOG_SESSION_HOURS=${hours}`, hours })),
  fc
    .constantFrom("sv", "dé")
    .map((name) => ({ line: `WAKELOG_MAIL_FROM="${name}@a.example"`, from: `${name}@a.example` })),
  fc.constantFrom("", "# the log", "#Törn=7", "  ").map((line) => ({ line })),
);

test("every line of .env counts, however its file was saved", () => {
  fc.assert(
    fc.property(
      fc.array(lines, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...Object.keys(SAVED)),
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.constantFrom("", " ", "\t", "\u00a0", "\u2003", "\u3000"),
      (settings, encoding, newline, blank) => {
        // The first letter of a text without a mark must be of ASCII.
        const text = ["#", ...settings.map(({ line }) => `${blank}${line}${blank}`)].join(newline);
        writeFileSync(join(folder, ".env"), SAVED[encoding]?.(text) ?? "");
        const read = readConfig({}, new Map(), folder);
        const unset = readConfig({}, new Map(), join(folder, "none"));
        expect(read.sessionHours).toBe(
          settings.findLast(({ hours }) => hours !== undefined)?.hours ?? unset.sessionHours,
        );
        expect(read.mailFrom.address).toBe(
          settings.findLast(({ from }) => from !== undefined)?.from ?? unset.mailFrom.address,
        );
      },
    ),
    { numRuns: 300 },
  );
});

const written = (text: string | Buffer) => {
  writeFileSync(join(folder, ".env"), text);
  return () => readConfig({}, new Map(), folder);
};

test.each([
  ["words", "# the log\nhello\nWAKELOG_SESSION_HOURS=2\n", "line 2: it is neither NAME=VALUE nor a comment"],
  ["a zero-width space", "A=1\n\u200bWAKELOG_DATA_DIR=./elsewhere\n", "line 2: .*character U\\+200B"],
  ["a soft hyphen in the name", "WAKELOG_DATA\u00ad_DIR=./elsewhere", "line 1: .*character U\\+00AD"],
  ["a letter that looks like another", "WAKELOG_D\u0410TA_DIR=./elsewhere", "line 1: it is neither"],
  ["two files in one line", "A=1\ufeffWAKELOG_DATA_DIR=./elsewhere", "line 1: .*character U\\+FEFF"],
  ["blanks in the name", "WAKELOG DATA DIR=./elsewhere", "line 1: it is neither"],
  ["a quote that is not closed", 'A=1\n\nB="x', "line 3: its quote is not closed"],
  ["a quote that the next one closes", 'B="x\nWAKELOG_DATA_DIR="./elsewhere"', "line 1: its quote is not"],
  [
    "another encoding from line 2",
    Buffer.concat([Buffer.from("A=1\n"), Buffer.from("\ufeffB=1\n", "utf16le")]),
    "line 2: it is neither .*U\\+0000",
  ],
])("a line with %s is refused, as a setting would be ignored", (_, text, problem) => {
  expect(written(text)).toThrow(new RegExp(`\\.env, ${problem}`));
});

test("a name with nothing behind it does not take the next line", () => {
  expect(written("WAKELOG_WEB_URL= \nWAKELOG_SESSION_HOURS = 7\n")().sessionHours).toBe(7);
});

test("every line that is refused is named", () => {
  expect(written("one\nA=1\ntwo\n")).toThrow(/line 1: .*line 3: /s);
});

test("a file that belongs to the service's user is named to others, with what to do", () => {
  const path = join(folder, ".env");
  const reading = written("A=1\n");
  chmodSync(folder, 0o755);
  chmodSync(path, 0);
  const isRoot = process.geteuid?.() === 0;
  let said = "";
  if (isRoot) process.seteuid?.(65_534);
  try {
    reading();
  } catch (error) {
    said = String(error);
  } finally {
    if (isRoot) process.seteuid?.(0);
    rmSync(path);
  }
  expect(said).toContain(`${path} may not be read by this user; run the command as the service's user`);
});
