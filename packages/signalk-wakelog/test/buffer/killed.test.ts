import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder } from "../folder.ts";
import { open } from "./drafts.ts";

async function writeUntilKilled(folder: string, run: string, afterMs: number): Promise<number[]> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "killed-writer.ts"), folder, run],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let said = "";
  child.stdout.on("data", (data) => {
    if (said === "") setTimeout(() => child.kill("SIGKILL"), afterMs);
    said += data;
  });
  await new Promise((done) => child.once("close", done));
  return said.split("\n").slice(0, -1).map(Number);
}

it("loses no row to kill -9, and uses no number twice", async () => {
  const folder = emptyFolder();
  const told: number[] = [];
  for (const [round, ms] of [5, 40, 110].entries())
    told.push(...(await writeUntilKilled(folder, `k${round}`, ms)));
  expect(new Set(told).size).toBe(told.length);
  const buffer = await open(folder, "after");
  const kept = buffer.rows.after(0, 1_000_000).map(({ number }) => number);
  expect(new Set(kept).size).toBe(kept.length);
  expect(told.filter((number) => !new Set(kept).has(number))).toEqual([]);
  expect(told.length).toBeGreaterThan(100);
  buffer.close();
});
