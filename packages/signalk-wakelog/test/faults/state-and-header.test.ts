/** The state file and the beginning of a segment, damaged together. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Boat } from "../boat.ts";
import { draft, open } from "../buffer/drafts.ts";
import { emptyFolder } from "../folder.ts";
import { SmallShore } from "../link/small-shore.ts";
import { sailUntilKilled } from "./killed-boat.ts";
import { serialsIn } from "./serials.ts";

const KEY = "test.serial";

/** Keeps rows without a link. */
async function keep(folder: string, run: string, from: number, to: number): Promise<void> {
  const buffer = await open(folder, run);
  for (let serial = from; serial <= to; serial += 1)
    buffer.append(draft(serial, { run, values: { [KEY]: serial } }), false);
  buffer.close();
}

/** Empties the state file, and spoils each line before a segment's first row. */
function spoil(folder: string): void {
  writeFileSync(join(folder, "state.json"), "");
  for (const name of readdirSync(join(folder, "buffer"))) {
    const path = join(folder, "buffer", name);
    const lines = readFileSync(path, "latin1").split("\n");
    const first = lines.findIndex((line) => /^[0-9a-f]{8} \[/.test(line));
    writeFileSync(
      path,
      lines.map((line, at) => (at < first ? `x${line.slice(1)}` : line)).join("\n"),
      "latin1",
    );
  }
}

it("double no row that is ashore, and lose none that is not", async () => {
  const folder = emptyFolder();
  await keep(folder, "one", 1, 20);
  const shore = await SmallShore.start();
  const first = new Boat(folder);
  first.start({ pairing: shore.line });
  await expect.poll(() => shore.stored.size).toBe(20);
  await first.plugin.stop();
  await keep(folder, "two", 21, 30);
  spoil(folder);

  const again = new Boat(folder);
  again.start();
  await expect.poll(() => shore.stored.size).toBeGreaterThanOrEqual(30);
  await expect.poll(async () => (await again.status()).waiting).toBe(0);
  expect(serialsIn(shore)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  expect([shore.changed, shore.streams.size]).toEqual([0, 1]);
  const { lost } = await again.status();
  expect(Object(lost).rows).toBeGreaterThan(0);
  const { body } = await again.server.ask("GET /events");
  expect(JSON.stringify(body)).toContain("damaged");
});

it("do neither when the first run was killed before it ever stopped", async () => {
  const folder = emptyFolder();
  const shore = await SmallShore.start();
  const kept = await sailUntilKilled(folder, shore.line, 0, 1500);
  const sent = shore.stored.size;
  expect(sent).toBeGreaterThan(0);
  spoil(folder);

  const again = new Boat(folder);
  again.start();
  await expect.poll(async () => (await again.status()).last_sent).not.toBe(null);
  await expect.poll(async () => (await again.status()).waiting).toBe(0);
  const ashore = serialsIn(shore);
  expect(kept.filter((serial) => !ashore.includes(serial))).toEqual([]);
  expect(new Set(ashore).size).toBe(ashore.length);
  // Names stand: each row has all that was measured.
  expect(ashore.length).toBe(shore.stored.size);
  expect(ashore.length).toBeGreaterThanOrEqual(sent);
  expect([...shore.paths.values()]).toContain("navigation.speedOverGround");
  expect([shore.changed, shore.streams.size]).toEqual([0, 1]);
});
