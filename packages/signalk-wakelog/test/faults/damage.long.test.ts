import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { RowBuffer } from "../../src/buffer/row-buffer.ts";
import { draft, open } from "../buffer/drafts.ts";
import { emptyFolder } from "../folder.ts";

const KEY = "test.serial";

/** The serials of the buffer's rows by number. */
function serialsIn(buffer: RowBuffer): [number: number, serial: unknown][] {
  const key = String(buffer.paths.numberOf(KEY));
  return buffer.rows.after(0, 1_000_000).map(({ number, values }) => [number, values[key]]);
}

/** What happens to a file. */
type Damage = (bytes: Buffer, at: number, length: number) => Buffer;

const DAMAGES: readonly Damage[] = [
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at, length) => Buffer.from(bytes).fill(0, at, Math.min(bytes.length, at + length)),
  (bytes, at, length) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
  (bytes, at, length) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, "garbage\n"), bytes.subarray(at)]),
  (bytes, at) => {
    const copy = Buffer.from(bytes);
    if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ 4;
    return copy;
  },
];

it("loses no row whose line is whole, and uses no number twice, whatever happens to a file", async () => {
  const round = fc.record({
    rows: fc.integer({ min: 0, max: 120 }),
    file: fc.double({ min: 0, max: 0.999, noNaN: true }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 3000 }),
    damage: fc.constantFrom(...DAMAGES),
    told: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), async (rounds) => {
      const folder = emptyFolder();
      const ashore = new Map<string, unknown>();
      let serial = 0;
      for (const [run, { rows, file, at, length, damage, told }] of rounds.entries()) {
        const buffer = await open(folder, `r${run}`);
        buffer.limitSegments(10_000);
        for (let row = 0; row < rows; row += 1) {
          serial += 1;
          buffer.append(draft(row, { run: `r${run}`, mono: row, values: { [KEY]: serial } }), false);
        }
        for (const [number, value] of serialsIn(buffer)) {
          const name = `${buffer.stream} ${number}`;
          if (ashore.has(name)) expect(ashore.get(name)).toBe(value);
          else if (told) ashore.set(name, value);
        }
        buffer.close();
        const names = [
          "state.json",
          ...readdirSync(join(folder, "buffer")).map((name) => join("buffer", name)),
        ];
        const path = join(folder, names[Math.floor(file * names.length)] ?? "state.json");
        const bytes = readFileSync(path);
        const left = damage(bytes, Math.floor(at * bytes.length), length);
        writeFileSync(path, left);
        const whole = new Set(left.toString("latin1").split("\n").slice(0, -1));
        const others = names.filter((name) => join(folder, name) !== path && name !== "state.json");
        for (const name of others)
          for (const line of readFileSync(join(folder, name), "latin1").split("\n")) whole.add(line);
        const before = serialsOf(whole);
        const again = await open(folder, `c${run}`);
        const numbers = new Set(serialsIn(again).map(([number]) => number));
        expect([...before].filter((number) => !numbers.has(number))).toEqual([]);
        again.close();
      }
    }),
    { numRuns: 60 },
  );
});

/** The numbers of rows in lines. */
function serialsOf(lines: ReadonlySet<string>): Set<number> {
  const numbers = [...lines].map((line) => /^[0-9a-f]{8} \[(\d+),/.exec(line)?.[1]);
  return new Set(numbers.flatMap((number) => (number === undefined ? [] : [Number(number)])));
}
