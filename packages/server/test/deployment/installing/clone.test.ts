/** What a newcomer sees first: the installation of a clone. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../../..");
const folder = mkdtempSync(join(tmpdir(), "wakelog-clone-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("warns of no engine, and of no install script to approve", () => {
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`);
  for (const path of ["package.json", "package-lock.json", ...packages])
    cpSync(join(root, path), join(folder, path));
  const ran = spawnSync("npm", ["ci", "--dry-run", "--offline"], { cwd: folder, encoding: "utf8" });
  expect(ran.stdout).toMatch(/^added \d{3} packages/m);
  expect(ran).toMatchObject({ status: 0, stderr: "" });
});
