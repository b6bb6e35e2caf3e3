import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../../checks/source-files.ts";

it("warns of nothing when a new clone is installed", () => {
  const clone = mkdtempSync(join(tmpdir(), "wakelog-clone-"));
  try {
    const manifests = readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`);
    for (const path of ["package.json", "package-lock.json", ".npmrc", ...manifests]) {
      cpSync(join(root, path), join(clone, path));
    }
    // npm's actions and warnings, from the lock file alone.
    const { status, stdout, stderr } = spawnSync(
      "npm",
      ["ci", "--dry-run", "--offline", "--no-update-notifier"],
      { cwd: clone, encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^added \d{3} packages/m);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});
