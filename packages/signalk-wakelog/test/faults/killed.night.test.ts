import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Boat } from "../boat.ts";
import { emptyFolder } from "../folder.ts";
import { SmallShore } from "../link/small-shore.ts";

const KILLS = 100;

/** Lets a boat sail in a child process and kills it. @returns the serials of rows that its buffer had */
async function sailUntilKilled(folder: string, line: string, first: number): Promise<number[]> {
  const program = join(import.meta.dirname, "quick-boat.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, folder, line, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (data) => {
    if (said === "") setTimeout(() => child.kill("SIGKILL"), Math.random() * 400);
    said += data;
  });
  await new Promise((done) => child.once("close", done));
  return said.split("\n").slice(0, -1).map(Number);
}

it(`loses, doubles and changes no row in ${KILLS} kills -9`, async () => {
  const folder = emptyFolder();
  const shore = await SmallShore.start();
  shore.loses = () => Math.random() < 0.2;
  const kept = new Set<number>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (const serial of await sailUntilKilled(folder, shore.line, kill * 10_000)) kept.add(serial);
  }
  shore.loses = () => false;
  const boat = new Boat(folder);
  boat.start({ pairing: shore.line });
  await expect.poll(async () => (await boat.status()).last_sent, { timeout: 60_000 }).not.toBe(null);
  await expect.poll(async () => (await boat.status()).waiting, { timeout: 60_000 }).toBe(0);
  const number = Number([...shore.paths].find(([, path]) => path === "test.serial")?.[0]);
  const ashore = [...shore.stored.values()].flatMap((row) => JSON.parse(row)[4][number] ?? []);
  const here = new Set(ashore);
  expect(kept.size).toBeGreaterThan(KILLS);
  expect([...kept].filter((serial) => !here.has(serial))).toEqual([]);
  expect(ashore.length - here.size).toBe(0);
  expect([shore.changed, shore.streams.size]).toEqual([0, 1]);
  expect(shore.doubles).toBeGreaterThan(0);
  expect((await boat.status()).lost).toEqual({ rows: 0, thinned: 0 });
}, 900_000);
