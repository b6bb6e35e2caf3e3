/** A start during a build waits and says so; a killed build blocks no start. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";

const BUILD = pathToFileURL(resolve(import.meta.dirname, "../../../../../bin/build.mjs")).href;
const folder = mkdtempSync(join(tmpdir(), "wakelog-build-"));
const lock = join(folder, ".builder");
const told = join(folder, "told");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A build that notes when it begins, and lasts so long. */
function builder(milliseconds: number) {
  const code = `
    import { appendFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(BUILD)};
    await withLock(${JSON.stringify(lock)}, async () => {
      appendFileSync(${JSON.stringify(told)}, "in\\n");
      await new Promise((done) => setTimeout(done, ${milliseconds}));
      appendFileSync(${JSON.stringify(told)}, "out\\n");
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (piece) => {
    said += String(piece);
  });
  return { child, said: () => said, ended: new Promise((done) => child.once("close", done)) };
}

it("is had by one at a time, and the others say whom they wait for", async () => {
  writeFileSync(told, "");
  const builders = [300, 300, 300].map(builder);
  expect(await Promise.all(builders.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(readFileSync(told, "utf8")).toBe("in\nout\n".repeat(3));
  const waited = builders.filter(({ said }) => /process \d+ is building; waiting for it/.test(said()));
  expect(waited.length).toBeGreaterThan(0);
  expect(readdirSync(folder)).toEqual(["told"]);
});

it("is taken over at once from one that was killed, however many want it", async () => {
  writeFileSync(told, "");
  const killed = builder(60_000);
  await expect.poll(() => readFileSync(told, "utf8")).toBe("in\n");
  killed.child.kill("SIGKILL");
  await killed.ended;
  expect(existsSync(lock)).toBe(true);
  const next = [100, 100, 100].map(builder);
  expect(await Promise.all(next.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(readFileSync(told, "utf8")).toBe(`in\n${"in\nout\n".repeat(3)}`);
  expect(readdirSync(folder)).toEqual(["told"]);
});

it("is taken over where it was cut short, as by a power cut", async () => {
  writeFileSync(lock, "");
  const next = builder(1);
  expect(await next.ended).toBe(0);
});
