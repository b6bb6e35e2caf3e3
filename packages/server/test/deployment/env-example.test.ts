import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { describeSettings, readConfig } from "../../src/settings/config.ts";

const file = join(resolve(import.meta.dirname, "../../../.."), ".env.example");

const HEAD = `# Copy this file to .env and fill in what you need; what is empty or commented out has its default.
# Both "docker compose" and "wakelog start" read .env from the folder they are started in.

# For compose.yaml: the database container's password, letters and digits only, e.g. from: openssl rand -hex 24
POSTGRES_PASSWORD=
`;
/** Settings that every installation beside its own PostgreSQL needs, and that so stand ready to be filled in. */
const TO_FILL_IN = new Set(["WAKELOG_JWT_SECRET"]);

/** The file as the settings have it. Run with `WAKELOG_TEST_WRITE_DOCS=1` to write it. */
function example(): string {
  const all = describeSettings();
  const settings = all.map((s, i) => {
    const heading = s.topic === all[i - 1]?.topic ? "" : `### ${s.topic}\n\n`;
    return `${heading}# ${s.sentence}\n${TO_FILL_IN.has(s.name) ? "" : "#"}${s.name}=${s.default}\n`;
  });
  return [HEAD, ...settings].join("\n");
}

it("lists every setting in .env.example, with its default and its sentence", () => {
  if (process.env.WAKELOG_TEST_WRITE_DOCS === "1") writeFileSync(file, example());
  expect(readFileSync(file, "utf8")).toBe(example());
});

it("accepts every default that .env.example shows", () => {
  const shown = readFileSync(file, "utf8").matchAll(/^#?([A-Z][A-Z0-9_]*)=(.+)$/gm);
  const values = Object.fromEntries([...shown].map(([, name, value]) => [name ?? "", value]));
  expect(Object.keys(values).length).toBeGreaterThan(20);
  expect(() => readConfig(values, new Map(), "/")).not.toThrow();
});
