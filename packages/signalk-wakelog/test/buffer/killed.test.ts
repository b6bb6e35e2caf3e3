import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder } from "../folder.ts";
import { runUntilKilled } from "../killed.ts";
import { open } from "./drafts.ts";

const WRITER = join(import.meta.dirname, "killed-writer.ts");

it("loses no row to kill -9, and uses no number twice", async () => {
  const folder = emptyFolder();
  const told: number[] = [];
  for (const [round, ms] of [5, 40, 110].entries())
    told.push(...(await runUntilKilled(WRITER, [folder, `k${round}`], ms)));
  expect(new Set(told).size).toBe(told.length);
  const buffer = await open(folder, "after");
  const kept = buffer.rows.after(0, 1_000_000).map(({ number }) => number);
  expect(new Set(kept).size).toBe(kept.length);
  expect(told.filter((number) => !new Set(kept).has(number))).toEqual([]);
  expect(told.length).toBeGreaterThan(100);
  buffer.close();
});
