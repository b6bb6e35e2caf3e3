/** Field limits equal the server's, read from its sources. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  addressOf,
  nameOf,
  namesOf,
  notesOf,
  numberFrom,
  textOf,
  titleOf,
  typedNumber,
} from "../../src/forms/fields.ts";
import type { Sentence } from "../../src/forms/schema.ts";
import { AS_SAID } from "../../src/languages/speech.ts";
import { LIMITS } from "../../src/pages/log/entries/entry-draft.ts";

const SQL = resolve(import.meta.dirname, "../../../server/sql/code");
const t: Sentence = (words) => AS_SAID.i18n._(words);
const taken = (schema: z.ZodMiniType, text: string) => z.safeParse(schema, text).success;

test("numbers of an entry go from where to where the server says", () => {
  const checks = readFileSync(resolve(SQL, "77_log_entries/20_entry_checks.sql"), "utf8");
  const limits = [...checks.matchAll(/\('(\w+)', (-?\d+), (\d+)\)/g)].map(([, name, low, high]) => [
    name,
    [Number(low), Number(high)],
  ]);
  expect(limits.length).toBeGreaterThan(5);
  expect(Object.fromEntries(limits)).toEqual(LIMITS);
});

test.each([
  ["name@example.org", true],
  [" name@example.org ", true],
  ["æ.ø@bücher.example", true],
  ["name@example", false],
  ["a@b.c", false],
  ["Ada <name@example.org>", false],
  ["one@example.org, two@example.org", false],
  [`${"a".repeat(250)}@b.example`, false],
])("takes %j as an address: %j", (text, isTaken) => {
  expect(taken(addressOf(t), text)).toBe(isTaken);
});

test("counts characters as people see them, and bytes where the server counts these", () => {
  expect(taken(nameOf(t, 3), "⛵".repeat(60))).toBe(true);
  expect(taken(nameOf(t, 3), "⛵".repeat(61))).toBe(false);
  expect(taken(nameOf(t, 3), "  ab  ")).toBe(false);
  expect(taken(textOf(t, 0, 4), "")).toBe(true);
  expect(taken(notesOf(t), "ä".repeat(32_768))).toBe(true);
  expect(taken(notesOf(t), `${"ä".repeat(32_768)}b`)).toBe(false);
  expect(taken(titleOf(t), "  ")).toBe(false);
});

test("takes at most fifty names, none longer than a hundred characters", () => {
  expect(taken(namesOf(t), Array.from({ length: 50 }, (_, one) => `Ada ${one}`).join(","))).toBe(true);
  expect(taken(namesOf(t), Array.from({ length: 51 }, (_, one) => `Ada ${one}`).join(","))).toBe(false);
  expect(taken(namesOf(t), "a".repeat(101))).toBe(false);
});

test("reads numbers with a point or a comma, and says from where to where they go", () => {
  expect(["14,5", " -3.25 ", "", " ", "1e3", "a lot", "1,2,3"].map(typedNumber)).toEqual([
    14.5,
    -3.25,
    null,
    null,
    1000,
    undefined,
    undefined,
  ]);
  const from = (text: string) => z.safeParse(numberFrom(t, 0, 9), text);
  expect([from("9").data, from("").data]).toEqual([9, null]);
  expect(from("9,1").error?.issues.map(({ message }) => message)).toEqual(["Write a number from 0 to 9."]);
});
