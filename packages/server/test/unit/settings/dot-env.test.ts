import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
  "UTF-16, big end first": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
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
      fc.constantFrom("\n", "\r\n"),
      (settings, encoding, newline) => {
        const text = settings.map(({ line }) => line).join(newline);
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

test("a line that is no setting is refused, as it would swallow the next one", () => {
  writeFileSync(join(folder, ".env"), "# the log\nhello\nWAKELOG_SESSION_HOURS=2\n");
  expect(() => readConfig({}, new Map(), folder)).toThrow(/\.env, line 2: it is neither/);
});
