import { expect, it } from "vitest";
import type { RowBuffer } from "../../src/buffer/row-buffer.ts";
import { draft, open } from "../buffer/drafts.ts";
import { emptyFolder } from "../folder.ts";
import { ForgetfulDisk } from "./power-cuts.ts";

const CUTS = 40;
const KEY = "test.serial";

/** The serials of the buffer's rows by number. */
function serialsIn(buffer: RowBuffer): Map<number, unknown> {
  const key = String(buffer.paths.numberOf(KEY));
  return new Map(buffer.rows.after(0, 1_000_000).map(({ number, values }) => [number, values[key]]));
}

it(`uses no number twice and keeps what was synced in ${CUTS} power cuts`, async () => {
  const disk = new ForgetfulDisk(Math.random);
  let folder = emptyFolder();
  let serial = 0;
  const synced = new Set<number>();
  /** By stream and number: what a shore that was told once never forgets. */
  const ashore = new Map<string, unknown>();
  for (let cut = 0; cut < CUTS; cut += 1) {
    const buffer = await open(folder, `cut${cut}`);
    buffer.limitSegments(20_000);
    const tell = (): void => {
      for (const [number, value] of serialsIn(buffer)) {
        const name = `${buffer.stream} ${number}`;
        expect(ashore.get(name) ?? value, name).toBe(value);
        ashore.set(name, value);
        if (Math.random() < 0.5) buffer.acknowledge([number]);
      }
    };
    tell();
    const rows = Math.floor(Math.random() * 400);
    let unsynced: number[] = [];
    for (let row = 0; row < rows; row += 1) {
      serial += 1;
      const isUrgent = Math.random() < 0.02;
      buffer.append(draft(row, { run: `cut${cut}`, mono: row * 1000, values: { [KEY]: serial } }), isUrgent);
      unsynced.push(serial);
      if (isUrgent) {
        for (const one of unsynced) synced.add(one);
        unsynced = [];
      }
      if (Math.random() < 0.01) buffer.saveState(Math.random() < 0.5);
    }
    tell();
    folder = disk.cut(folder);
    buffer.close();
  }
  const last = await open(folder, "last");
  const kept = [...serialsIn(last).values()];
  expect(new Set(kept).size).toBe(kept.length);
  expect([...synced].filter((one) => !kept.includes(one))).toEqual([]);
  expect(synced.size).toBeGreaterThan(CUTS);
  last.close();
});
