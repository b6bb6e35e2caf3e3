import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dateEarlierRuns } from "../../src/buffer/earlier-runs.ts";
import type { RowBuffer } from "../../src/buffer/row-buffer.ts";
import { readState } from "../../src/buffer/state-file.ts";
import { writeLineFile } from "../../src/disk/line-file.ts";
import { emptyFolder } from "../folder.ts";
import { draft, NOON, open } from "./drafts.ts";

function numbersOf(buffer: RowBuffer): number[] {
  return buffer.rows.after(0, 100_000).map(({ number }) => number);
}

function segmentsOf(folder: string): string[] {
  return readdirSync(join(folder, "buffer")).map((name) => join(folder, "buffer", name));
}

async function written(folder: string, count: number): Promise<RowBuffer> {
  const buffer = await open(folder);
  for (let second = 0; second < count; second += 1) buffer.append(draft(second), false);
  return buffer;
}

describe("rows", () => {
  it("come back as they were after the buffer is opened again", async () => {
    const folder = emptyFolder();
    const first = await open(folder);
    const alarms = { "electrical.batteries.0": { state: "alarm", message: "Low" } };
    first.append(
      draft(1, { values: { a: 1.5, "b.state": "on", c: true }, facts: { alarms, max: { a: 2 } } }),
      true,
    );
    first.close();
    const again = await open(folder, "run2");
    const [row] = again.rows.oldest(10);
    const named = Object.entries(row?.values ?? {}).map(([key, value]) => [
      again.paths.nameOf(Number(key)),
      value,
    ]);
    expect(Object.fromEntries(named)).toEqual({ a: 1.5, "b.state": "on", c: true });
    expect(row).toMatchObject({
      number: 1,
      time: NOON + 1000,
      latitude: 59.5001,
      facts: { alarms, max: { "1": 2 } },
    });
    again.close();
  });

  it("are offered newest alone, and oldest first, until they are acknowledged", async () => {
    const buffer = await written(emptyFolder(), 5);
    buffer.acknowledge([2, 5]);
    expect(buffer.rows.newest()?.number).toBe(4);
    expect(buffer.rows.oldest(2).map(({ number }) => number)).toEqual([1, 3]);
    expect(buffer.rows.oldest(9, 3).map(({ number }) => number)).toEqual([4]);
    expect(buffer.waiting).toBe(3);
    buffer.close();
  });

  it("stay acknowledged over a restart", async () => {
    const folder = emptyFolder();
    const buffer = await written(folder, 5);
    buffer.acknowledge([1, 2, 3]);
    buffer.close();
    const again = await open(folder, "run2");
    expect([again.waiting, again.rows.oldest(9).map(({ number }) => number)]).toEqual([2, [4, 5]]);
    again.close();
  });

  it("stay acknowledged over an update from a version that did not keep them by stream", async () => {
    const folder = emptyFolder();
    (await written(folder, 5)).close();
    const path = join(folder, "state.json");
    const { ashore, ...state } = readState(path);
    expect(ashore).toEqual({});
    writeLineFile(path, { ...state, acknowledged: [[1, 3]] }, { sync: false });
    const again = await open(folder, "run2");
    expect(again.rows.oldest(9).map(({ number }) => number)).toEqual([4, 5]);
    expect(again.shelf.ashore.byStream()).toEqual({ [again.stream]: [[1, 3]] });
    again.close();
  });
});

describe("damage", () => {
  it("costs a damaged line that line, once", async () => {
    const folder = emptyFolder();
    (await written(folder, 20)).close();
    const [path = ""] = segmentsOf(folder);
    const lines = readFileSync(path, "latin1").split("\n");
    const index = lines.findIndex((line) => line.includes("[7,"));
    lines[index] = (lines[index] ?? "").replace("[7,", "[8,");
    writeFileSync(path, lines.join("\n"), "latin1");
    const again = await open(folder, "run2");
    expect(numbersOf(again)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1).filter((one) => one !== 7),
    );
    expect(again.lost).toBe(1);
    again.close();
    const third = await open(folder, "run3");
    expect(third.lost).toBe(1);
    third.close();
  });

  it("cuts a torn tail and goes on behind it", async () => {
    const folder = emptyFolder();
    (await written(folder, 20)).close();
    const [path = ""] = segmentsOf(folder);
    // In the middle of the last row.
    truncateSync(path, readFileSync(path, "latin1").indexOf(" [20,") + 7);
    const again = await open(folder, "run2");
    expect(again.lost).toBe(1);
    again.append(draft(99, { run: "run2" }), false);
    again.close();
    const third = await open(folder, "run3");
    expect(third.rows.after(0, 100).length).toBe(20);
    expect(third.lost).toBe(1);
    third.close();
  });

  it("cuts a tail of zeros, as power cuts leave", async () => {
    const folder = emptyFolder();
    (await written(folder, 20)).close();
    const [path = ""] = segmentsOf(folder);
    appendFileSync(path, Buffer.alloc(4096));
    const again = await open(folder, "run2");
    expect([again.rows.after(0, 100).length, again.lost]).toEqual([20, 1]);
    again.close();
  });

  it.each(["", "{", "00000000 {}\n"])(
    "reads everything from the segments when the state file is %j",
    async (text) => {
      const folder = emptyFolder();
      const before = await written(folder, 20);
      const { stream } = before;
      before.close();
      writeFileSync(join(folder, "state.json"), text);
      const again = await open(folder, "run2");
      expect(again.stream).toBe(stream);
      expect(again.waiting).toBe(20);
      again.append(draft(50, { run: "run2" }), false);
      expect(again.rows.last()?.number).toBeGreaterThan(1000);
      again.close();
    },
  );

  it("uses no number twice when the tail and the state file are lost", async () => {
    const folder = emptyFolder();
    const before = await written(folder, 1500);
    before.close();
    rmSync(join(folder, "state.json"));
    const [path = ""] = segmentsOf(folder);
    // The reservation of the second block was synced; everything behind it may be gone.
    const reserved = readFileSync(path, "latin1").indexOf(
      "\n",
      readFileSync(path, "latin1").indexOf('{"reserved":2000}'),
    );
    truncateSync(path, reserved + 1);
    const again = await open(folder, "run2");
    again.append(draft(1, { run: "run2" }), false);
    expect(again.rows.last()?.number).toBeGreaterThan(2000);
    again.close();
  });
});

describe("clocks", () => {
  it("date the rows of a run again, on disk too, but for those that are ashore", async () => {
    const folder = emptyFolder();
    const buffer = await written(folder, 3);
    buffer.acknowledge([1]);
    buffer.correct("run1", NOON + 3_600_000, { known: true });
    const later = (one: RowBuffer) => one.rows.after(0, 9).map(({ time }) => time - NOON);
    expect(later(buffer)).toEqual([0, 3_601_000, 3_602_000]);
    buffer.close();
    const again = await open(folder, "run2");
    expect(later(again)).toEqual([0, 3_601_000, 3_602_000]);
    again.close();
  });

  it("correct the latest correction, and keep what was sent by the one before", async () => {
    const buffer = await written(emptyFolder(), 2);
    buffer.correct("run1", NOON + 10_000, { known: true });
    buffer.acknowledge([1]);
    buffer.correct("run1", NOON + 20_000, { known: true });
    expect(buffer.rows.after(0, 9).map(({ time }) => time - NOON)).toEqual([10_000, 21_000]);
    buffer.close();
  });
});

describe("segments", () => {
  it("end at a megabyte, and each names the stream and the paths", async () => {
    const folder = emptyFolder();
    const buffer = await open(folder);
    const values = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`path.number.${at}`, at / 7]));
    for (let second = 0; second < 700; second += 1) buffer.append(draft(second, { values }), false);
    buffer.close();
    const paths = segmentsOf(folder);
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) {
      expect(statSync(path).size).toBeLessThan(1_010_000);
      expect(readFileSync(path, "utf8").split("\n")[0]).toContain(`"stream":"${buffer.stream}"`);
      expect(readFileSync(path, "utf8").split("\n")[0]).toContain("path.number.199");
    }
    const again = await open(folder, "run2");
    expect(again.waiting).toBe(700);
    again.close();
  });
});

describe("runs that never knew the time", () => {
  it("end where the next begins, and say so", async () => {
    const folder = emptyFolder();
    const first = await open(folder, "a1", 1000);
    for (const second of [10, 20]) first.append(draft(second, { run: "a1", time: second * 1000 }), false);
    first.close();
    const second = await open(folder, "b2", 5000);
    second.append(draft(30, { run: "b2", time: 35_000 }), false);
    second.close();
    const third = await open(folder, "c3", NOON);
    third.correct("c3", NOON, { known: true });
    dateEarlierRuns(third);
    const rows = third.rows.after(0, 9);
    expect(rows.map(({ time }) => time)).toEqual([NOON - 40_000, NOON - 30_000, NOON]);
    expect(rows.map(({ doubt }) => doubt)).toEqual([true, true, true]);
    third.close();
  });

  it("keep their time where it was known", async () => {
    const folder = emptyFolder();
    const first = await open(folder, "a1");
    first.append(draft(10, { run: "a1" }), false);
    first.correct("a1", NOON, { known: true });
    first.close();
    const again = await open(folder, "b2", NOON + 9_000_000);
    again.correct("b2", NOON + 9_000_000, { known: true });
    dateEarlierRuns(again);
    expect(again.rows.after(0, 9)).toMatchObject([{ time: NOON + 10_000, doubt: false }]);
    again.close();
  });
});
