import { readdirSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { limitOf, Room, thinnedBy } from "../../src/buffer/room.ts";
import { FLAG } from "../../src/buffer/row.ts";
import type { RowBuffer } from "../../src/buffer/row-buffer.ts";
import { fillDisk, mountsSmallDisk } from "../faults/small-disk.ts";
import { emptyFolder } from "../folder.ts";
import { draft, NOON, open } from "./drafts.ts";

const values = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`path.number.${at}`, at / 7]));

function fill(buffer: RowBuffer, count: number, flags: (row: number) => number): void {
  for (let row = 0; row < count; row += 1) buffer.append(draft(row, { values, flags: flags(row) }), false);
}

function settle(room: Room): void {
  while (room.step(NOON));
}

describe("the limit", () => {
  it("removes first what is ashore, the oldest, and loses nothing that waits", async () => {
    const buffer = await open(emptyFolder());
    const room = new Room(buffer, 400_000);
    fill(buffer, 500, () => FLAG.underway);
    buffer.acknowledge(Array.from({ length: 400 }, (_, at) => at + 1));
    settle(room);
    expect(buffer.shelf.size).toBeLessThan(460_000);
    expect([buffer.waiting, buffer.thinned]).toEqual([100, 0]);
    buffer.close();
  });

  it("thins rows at rest before rows under way, never alarms and ends of trips, and counts what went", async () => {
    const buffer = await open(emptyFolder());
    const room = new Room(buffer, 800_000);
    fill(buffer, 600, (row) =>
      row % 100 === 0
        ? FLAG.alarms
        : row % 100 === 50
          ? FLAG.tripEnd | FLAG.underway
          : row < 300
            ? FLAG.underway
            : 0,
    );
    settle(room);
    const kept = buffer.rows.after(0, 1000);
    expect(buffer.shelf.size).toBeLessThan(900_000);
    expect(kept.filter(({ flags }) => flags === FLAG.underway).length).toBeGreaterThan(200);
    expect(kept.filter(({ flags }) => flags === FLAG.alarms || flags > FLAG.underway).length).toBe(12);
    expect(buffer.thinned).toBe(600 - kept.length);
    expect(kept.map(({ number }) => number)).toEqual(
      kept.map(({ number }) => number).toSorted((a, b) => a - b),
    );
    buffer.close();
  });

  it("can be read from the thinned segments alone", async () => {
    const folder = emptyFolder();
    const buffer = await open(folder);
    const room = new Room(buffer, 300_000);
    fill(buffer, 600, () => 0);
    settle(room);
    const before = buffer.rows.after(0, 1000);
    buffer.close();
    writeFileSync(join(folder, "state.json"), "");
    const again = await open(folder, "run2");
    expect(again.rows.after(0, 1000)).toEqual(before);
    expect(again.paths.nameOf(1)).toBe("path.number.0");
    again.close();
  });

  it("keeps what is ashore for 30 days", async () => {
    const folder = emptyFolder();
    const buffer = await open(folder);
    const room = new Room(buffer, 100_000_000);
    buffer.limitSegments(100_000);
    fill(buffer, 200, () => 0);
    buffer.acknowledge(Array.from({ length: 200 }, (_, at) => at + 1));
    settle(room);
    expect(buffer.rows.after(0, 1000).length).toBe(200);
    while (room.step(NOON + 31 * 86_400_000));
    expect(readdirSync(join(folder, "buffer")).length).toBe(1);
    buffer.close();
  });

  it("keeps one of four, then of twelve, of the rows at rest", () => {
    const entries = Array.from({ length: 24 }, (_, at) => ({
      number: at + 1,
      time: 0,
      run: "a",
      mono: 0,
      flags: 0,
      offset: 0,
      length: 0,
    }));
    const quarter = thinnedBy(1, entries, () => false);
    expect(quarter.map(({ number }) => number)).toEqual([1, 5, 9, 13, 17, 21]);
    expect(thinnedBy(2, quarter, () => false).map(({ number }) => number)).toEqual([1, 13]);
  });
});

it("is never more than half of what was free", () => {
  const folder = emptyFolder();
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  expect(limitOf(folder, 1, 0)).toBe(1_000_000);
  expect(limitOf(folder, 1e9, 0) / free).toBeCloseTo(0.5, 1);
});

describe("a full disk", () => {
  it("makes rows wait in memory, and writes them in order when there is room", async (context) => {
    const disk = emptyFolder();
    if (!mountsSmallDisk(disk)) return context.skip("may not mount a small disk");
    const buffer = await open(disk);
    const room = new Room(buffer, limitOf(disk, 256, 0));
    for (let row = 0; row < 60; row += 1) buffer.append(draft(row, { values }), false);
    const empty = fillDisk(disk);
    for (let row = 60; row < 400; row += 1) buffer.append(draft(row, { values }), false);
    expect(buffer.queue.failure).toMatch(/ENOSPC/);
    expect(buffer.queue.size).toBeGreaterThan(100);
    expect(room.free()).toBe(false);
    expect(buffer.rows.newest()).toMatchObject({ mono: 399_000 });
    empty();
    expect(buffer.flush()).toBe(true);
    const kept = buffer.rows.after(0, 1000);
    expect(kept.map(({ mono }) => mono / 1000)).toEqual(Array.from({ length: 400 }, (_, at) => at));
    buffer.close();
    const again = await open(disk, "run2");
    expect([again.lost, again.waiting]).toEqual([0, 400]);
    again.close();
  });
});
