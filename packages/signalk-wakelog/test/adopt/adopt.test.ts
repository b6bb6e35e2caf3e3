import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTable } from "../../src/adopt/sqlite.ts";
import { Boat } from "../boat.ts";
import { emptyFolder } from "../folder.ts";
import { SmallShore } from "../link/small-shore.ts";

const hasSqlite = ((): boolean => {
  try {
    execFileSync("sqlite3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

const TABLE = `CREATE TABLE buffer (time TEXT PRIMARY KEY, latitude REAL, longitude REAL, speedoverground REAL,
  courseovergroundtrue REAL, windspeedapparent REAL, anglespeedapparent REAL, status TEXT, metrics TEXT);`;

function insert(minute: number, metrics: string): string {
  const time = new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();
  return `INSERT INTO buffer VALUES ('${time}', 59.5, 22.5, ${minute % 9}, 90, 12.5, NULL, 'sailing', '${metrics}');`;
}

describe.skipIf(!hasSqlite)("the other plugin's buffer", () => {
  it("is read with its long rows and many pages", () => {
    const path = join(emptyFolder(), "x.sqlite3");
    const long = JSON.stringify({ "some.path": 1.5, text: "x".repeat(9000) });
    const input =
      TABLE + Array.from({ length: 1500 }, (_, at) => insert(at, at % 100 === 0 ? long : "{}")).join("\n");
    execFileSync("sqlite3", [path], { input });
    const rows = readTable(path, "buffer");
    expect(rows.length).toBe(1500);
    expect(rows[100]).toMatchObject({
      latitude: 59.5,
      speedoverground: 1,
      anglespeedapparent: null,
      metrics: long,
    });
    expect(() => readTable(path, "other")).toThrow("no table");
  });

  it("is read with what is only in its write-ahead log", () => {
    const path = join(emptyFolder(), "x.sqlite3");
    const input = `PRAGMA journal_mode=WAL;\n.dbconfig no_ckpt_on_close on\n${TABLE}\n${insert(1, "{}")}\n${insert(2, "{}")}\n`;
    execFileSync("sqlite3", [path], { input });
    expect(readTable(path, "buffer").length).toBe(2);
  });

  it("is taken over once with the pairing, converted, and left as it was", async () => {
    const home = emptyFolder();
    const folder = join(home, "signalk-wakelog");
    const theirs = join(home, "signalk-postgsail");
    for (const path of [folder, theirs]) mkdirSync(path);
    const database = join(theirs, "postgsail.sqlite3");
    const metrics = JSON.stringify({ "electrical.batteries.0.voltage": 12.5, water: { depth: 4 } });
    execFileSync("sqlite3", [database], { input: `${TABLE}${insert(1, metrics)}${insert(2, "{}")}` });
    const before = readFileSync(database);
    const shore = await SmallShore.start();
    const host = `http://127.0.0.1:${shore.port}`;
    const settings = { enabled: true, configuration: { host, token: "ey.vessel.token" } };
    writeFileSync(join(home, "signalk-postgsail.json"), JSON.stringify(settings));
    const boat = new Boat(folder);
    boat.start();
    await expect.poll(async () => (await boat.status()).stream).not.toBe(null);
    expect((await boat.status()).adopt).toEqual({ from: "signalk-postgsail" });
    shore.token = "ey.vessel.token";
    expect(await boat.server.ask("POST /adopt")).toEqual({ code: 200, body: { rows: 2 } });
    await expect.poll(() => shore.stored.size).toBe(2);
    const row = shore.stored.get(Math.min(...shore.stored.keys())) ?? "";
    const [, time, latitude, , values] = JSON.parse(row);
    const named = Object.fromEntries(
      Object.entries(values).map(([number, value]) => [shore.paths.get(number), value]),
    );
    expect([time, latitude]).toEqual([Date.UTC(2026, 5, 1, 12, 1), 59.5]);
    expect(named).toEqual({
      "electrical.batteries.0.voltage": 12.5,
      "navigation.speedOverGround": 0.5144444,
      "navigation.courseOverGroundTrue": 1.570796,
      "environment.wind.speedApparent": 6.430556,
      "navigation.state": "sailing",
    });
    expect((await boat.status()).adopt).toBe(null);
    expect(readFileSync(database)).toEqual(before);
    await expect.poll(() => boat.server.said.at(-1)).toMatch(/signalk-postgsail sends too/);
  });
});
