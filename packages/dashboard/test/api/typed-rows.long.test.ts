/** The dashboard is typed by the API: reading or sending a renamed field does not compile. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");
const TYPES = "packages/dashboard/src/api/generated/api-types.ts";
const generated = readFileSync(join(root, TYPES), "utf8");
let copy = "";

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "wakelog-typed-"));
  cpSync(join(root, "packages/dashboard"), join(copy, "packages/dashboard"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The dashboard files that do not compile with these types. */
function broken(types: string): readonly string[] {
  writeFileSync(join(copy, TYPES), types);
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "--noEmit", "-p", "packages/dashboard"], {
    cwd: copy,
    encoding: "utf8",
  });
  return [
    ...new Set(
      [...stdout.matchAll(/^packages\/dashboard\/src\/(\S+?)\(\d+,\d+\): error/gm)].map(
        ([, file]) => file ?? "",
      ),
    ),
  ];
}

test("it compiles with the types as they are", () => {
  expect(broken(generated)).toEqual([]);
});

type Change = readonly [owner: string, from: string, to: string, file: string];

/** The types with each change applied to its interface or procedure. */
function changed(changes: readonly Change[]): string {
  return changes.reduce((types, [owner, from, to]) => {
    const start = types.indexOf(owner);
    expect(start, owner).toBeGreaterThan(-1);
    const rest = types.slice(start).replace(from, to);
    expect(rest, from).not.toBe(types.slice(start));
    return types.slice(0, start) + rest;
  }, generated);
}

const RENAMED: readonly Change[] = [
  ["interface LogView ", "readonly avg_speed:", "readonly mean_speed:", "api/logs/log.ts"],
  ["interface LogsView ", "readonly not_recorded:", "readonly unrecorded:", "api/logs/logs.ts"],
  ["interface LogsByMonthView ", "readonly month:", "readonly year_month:", "api/logbook/month-totals.ts"],
  ["interface StaysView ", "readonly arrived:", "readonly arrival:", "api/places/stays.ts"],
  ["interface MooragesView ", "readonly moorage:", "readonly name:", "api/places/moorages.ts"],
  ["interface VesselsView ", "readonly last_contact:", "readonly seen:", "api/boat/vessel.ts"],
  ["interface MetricsKeysView ", "readonly last_seen:", "readonly seen:", "api/boat/readings.ts"],
  ["interface AlertRules ", "readonly after:", "readonly lasting:", "api/alerts/rules.ts"],
  ["interface AlertsView ", "readonly raised_at:", "readonly raised:", "api/alerts/alerts.ts"],
  ["interface Metrics ", "readonly latitude:", "readonly lat:", "api/boat/recent-metrics.ts"],
  ["readonly log_track_fn: ", "readonly points?:", "readonly most?:", "api/logs/track.ts"],
  ["interface ReviewView ", "readonly split_at:", "readonly splits_at:", "api/logs/doubt.ts"],
  ["interface EditsView ", "readonly undone:", "readonly taken_back:", "api/logs/edits.ts"],
  ["interface Logbook ", "readonly active:", "readonly open:", "api/logs/open-log.ts"],
  ["interface Logbook ", "readonly notes:", "readonly remarks:", "api/logs/edit-log.ts"],
  ["interface VersionsView ", "readonly restserver:", "readonly server:", "api/versions.ts"],
  ["readonly settings_fn: ", "readonly settings:", "readonly account:", "api/account/settings.ts"],
  ["readonly register_vessel: ", "readonly vessel_mmsi:", "readonly mmsi:", "api/boat/boat-token.ts"],
  ["readonly login: ", "readonly token:", "readonly jwt:", "api/account/token-answer.ts"],
  ["readonly undo_edit_fn: ", "readonly _id:", "readonly edit:", "api/logs/corrections.ts"],
];

test("whatever is renamed breaks what reads or sends it", () => {
  const files = broken(changed(RENAMED));
  for (const [owner, from, , file] of RENAMED) expect(files, `${owner}${from}`).toContain(file);
});

const RETYPED: readonly Change[] = [
  ["interface LogsView ", "readonly distance: number", "readonly distance: string", "api/logs/logs.ts"],
  ["interface StaysView ", "readonly arrived: string", "readonly arrived: number", "api/places/stays.ts"],
  ["interface MooragesView ", "readonly home: boolean", "readonly home: string", "api/places/moorages.ts"],
  ["interface ReviewView ", "readonly string[]", "string", "api/logs/doubt.ts"],
  ["readonly undo_edit_fn: ", "result: boolean", "result: number", "api/logs/corrections.ts"],
];

test("whatever gets another type breaks what reads it", () => {
  const files = broken(changed(RETYPED));
  for (const [owner, from, , file] of RETYPED) expect(files, `${owner}${from}`).toContain(file);
});
