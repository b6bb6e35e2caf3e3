/** Every module of the dashboard that writes rows is covered by a form test. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../../src");

/** Modules that write rows or preferences, with the test of each form. */
const WRITERS: Readonly<Record<string, string>> = {
  "api/account/update-preference.ts": "one preference; what is sent of a group is in forms.test.ts",
  "api/alerts/change-rules.ts": "changesOf in rule-form.test.ts; a switch sends one column",
  "api/boat/configuration.ts": "withMember in forms.test.ts",
  "api/entries/entries.ts": "changesOf in forms.test.ts",
  "api/logs/edit-log.ts": "logColumns in forms.test.ts",
  "api/places/moorage.ts": "moorageColumns in forms.test.ts",
  "api/places/stay.ts": "stayColumns in forms.test.ts",
};

test("no other file changes rows or preferences", () => {
  const writers = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && file !== "api/write.ts" && !file.startsWith("api/generated"))
    .filter((file) => {
      const source = readFileSync(resolve(SOURCES, file), "utf8");
      return /\b(changeRow|changeAdded)\(|"update_user_preferences_fn"/.test(source);
    });
  expect(writers.sort()).toEqual(Object.keys(WRITERS).sort());
});
