/** Building a clone: what is rebuilt, and the error when it cannot be. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "wakelog-build-"));
chmodSync(folder, 0o755);
const clone = join(folder, "clone");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A clone in which one part's program is this. */
beforeEach(() => {
  rmSync(clone, { recursive: true, force: true });
  mkdirSync(join(clone, "bin/map"), { recursive: true });
  mkdirSync(join(clone, "packages/dashboard"), { recursive: true });
  cpSync(resolve(import.meta.dirname, "../../../../../bin/build.mjs"), join(clone, "bin/build.mjs"));
  program('import { appendFileSync } from "node:fs"; appendFileSync("told", "built\\n");');
});

const program = (text: string) => writeFileSync(join(clone, "bin/map/names.mjs"), text);
const timesBuilt = (root: string) => readFileSync(join(root, "told"), "utf8").split("\n").length - 1;

function build(root: string, user: { uid?: number } = {}) {
  const args = [join(root, "bin/build.mjs"), "names"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", ...user });
  return { status, stderr };
}

it("builds a part again when its contents change, not when it is touched, copied or moved", () => {
  expect(build(clone).status).toBe(0);
  utimesSync(join(clone, "bin/map/names.mjs"), 1, 1);
  const moved = join(folder, "moved");
  cpSync(clone, moved, { recursive: true });
  expect([build(clone), build(moved)]).toEqual([
    { status: 0, stderr: "" },
    { status: 0, stderr: "" },
  ]);
  expect([timesBuilt(clone), timesBuilt(moved)]).toEqual([1, 1]);
  appendFileSync(join(moved, "bin/map/names.mjs"), "// more\n");
  expect(build(moved).status).toBe(0);
  expect(timesBuilt(moved)).toBe(2);
});

it("names memory as the likely cause when a signal ends a part's program", () => {
  program('process.kill(process.pid, "SIGKILL");');
  const { status, stderr } = build(clone);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /the names could not be built: SIGKILL .*memory.* 500 MB: .*swap.*docs\/installing\.md/,
  );
});

it("does not take a part for built whose last build was ended", () => {
  expect(build(clone).status).toBe(0);
  const working = readFileSync(join(clone, "bin/map/names.mjs"), "utf8");
  program('process.kill(process.pid, "SIGKILL");');
  expect(build(clone).status).toBe(1);
  program(working);
  expect(build(clone).status).toBe(0);
  expect(timesBuilt(clone)).toBe(2);
});

/** A user without write access to the clone. */
function stranger(): { uid?: number } {
  if (process.getuid?.() === 0) return { uid: 65534 };
  chmodSync(join(clone, "packages/server/dist"), 0o555);
  return {};
}

it("runs what was built before, with a warning, where it may not write", () => {
  expect(build(clone).status).toBe(0);
  appendFileSync(join(clone, "bin/map/names.mjs"), "// more\n");
  const { status, stderr } = build(clone, stranger());
  expect(status).toBe(0);
  expect(stderr).toMatch(/^Running what was built before .* not writable\. Run "npm run build" in .*\n$/);
  expect(timesBuilt(clone)).toBe(1);
});

it("says in one sentence what is missing where it may not write and nothing was built", () => {
  mkdirSync(join(clone, "packages/server/dist"), { recursive: true });
  const { status, stderr } = build(clone, stranger());
  expect(status).toBe(78);
  expect(stderr).toMatch(/^Not built: names, and .* not writable\. Run "npm run build" in .*\n$/);
});
