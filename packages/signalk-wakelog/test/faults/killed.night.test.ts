import { expect, it } from "vitest";
import { Boat } from "../boat.ts";
import { emptyFolder } from "../folder.ts";
import { SmallShore } from "../link/small-shore.ts";
import { sailUntilKilled } from "./killed-boat.ts";
import { serialsIn } from "./serials.ts";

const KILLS = 100;

it(`loses, doubles and changes no row in ${KILLS} kills -9`, async () => {
  const folder = emptyFolder();
  const shore = await SmallShore.start();
  shore.loses = () => Math.random() < 0.2;
  const kept = new Set<number>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (const serial of await sailUntilKilled(folder, shore.line, kill * 10_000, Math.random() * 400))
      kept.add(serial);
  }
  shore.loses = () => false;
  const boat = new Boat(folder);
  boat.start({ pairing: shore.line });
  await expect.poll(async () => (await boat.status()).last_sent, { timeout: 60_000 }).not.toBe(null);
  await expect.poll(async () => (await boat.status()).waiting, { timeout: 60_000 }).toBe(0);
  const ashore = serialsIn(shore);
  const here = new Set(ashore);
  expect(kept.size).toBeGreaterThan(KILLS);
  expect([...kept].filter((serial) => !here.has(serial))).toEqual([]);
  expect(ashore.length - here.size).toBe(0);
  expect([shore.changed, shore.streams.size]).toEqual([0, 1]);
  expect(shore.doubles).toBeGreaterThan(0);
  expect((await boat.status()).lost).toEqual({ rows: 0, thinned: 0 });
}, 900_000);
