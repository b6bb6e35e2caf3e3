import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "@wakelog/kit/settings/config-error.ts";
import { afterAll, describe, expect, it } from "vitest";
import { describeSettings, readConfig } from "../../../src/settings/config.ts";

const nowhere = mkdtempSync(join(tmpdir(), "wakelog-config-"));
afterAll(() => rmSync(nowhere, { recursive: true }));
const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment, new Map(), nowhere);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe("configuration", () => {
  it("has a default for everything a first start needs", () => {
    const config = readConfig({}, new Map(), nowhere);
    expect(config.apiPort).toBe(3000);
    expect(config.databaseUrl).toBeNull();
    expect(config.dataDir).toBe(join(nowhere, "data"));
  });

  it("prefers flag over environment over .env over default", () => {
    const place = join(nowhere, "place");
    mkdirSync(place);
    writeFileSync(
      join(place, ".env"),
      'WAKELOG_API_PORT=3100\nWAKELOG_WEB_PORT="8100"\nexport WAKELOG_DB_PORT=5500\n',
    );
    const config = readConfig(
      { WAKELOG_API_PORT: "3200", WAKELOG_WEB_PORT: "8200" },
      new Map([["--api-port", "3300"]]),
      place,
    );
    expect([config.apiPort, config.webPort, config.dbPort]).toEqual([3300, 8200, 5500]);
  });

  it("reads .env as other programs do: quotes, comments behind values, text over several lines", () => {
    const place = join(nowhere, "quoted");
    mkdirSync(place);
    writeFileSync(
      join(place, ".env"),
      [
        "# the log",
        "WAKELOG_API_PORT=3100 # behind the proxy",
        "WAKELOG_MAIL_FROM='Log # 1 <log@example.org>'",
        'WAKELOG_PUSH_URL="one\\ntwo"',
        'WAKELOG_DATA_DIR="/srv/wake',
        'log"',
      ].join("\r\n"),
    );
    const config = readConfig({}, new Map(), place);
    expect([config.apiPort, config.mailFrom, config.pushUrl]).toEqual([
      3100,
      { name: "Log # 1", address: "log@example.org" },
      "one\ntwo",
    ]);
    expect(config.dataDir).toMatch(/^\/srv\/wake\r?\nlog$/);
  });

  it("lists every problem at once", () => {
    const problems = problemsOf({
      WAKELOG_API_PORT: "http",
      WAKELOG_JWT_SECRET: "short",
      WAKELOG_ALIASES: "maybe",
    });
    expect(problems).toHaveLength(3);
    expect(problems.join("\n")).toContain("at least 32 characters; it has 5");
  });

  it("never repeats a secret in its problems", () => {
    expect(problemsOf({ WAKELOG_JWT_SECRET: "hunter2" }).join()).not.toContain("hunter2");
    expect(problemsOf({ DATABASE_URL: "mysql://root:hunter2@db" }).join()).not.toContain("hunter2");
  });

  it("refuses a misspelt setting in .env too, and a file that cannot be read", () => {
    const place = join(nowhere, "misspelt");
    mkdirSync(join(place, "folder", ".env"), { recursive: true });
    writeFileSync(join(place, ".env"), "POSTGRES_PASSWORD=of another program\nWAKELOG_API_PROT=3100\n");
    const problemsIn = (folder: string) => {
      try {
        readConfig({}, new Map(), folder);
        return [];
      } catch (error) {
        return error instanceof ConfigError ? error.problems : [String(error)];
      }
    };
    expect(problemsIn(place)).toEqual(["WAKELOG_API_PROT is not a setting; see --help for their names"]);
    expect(problemsIn(join(place, "folder"))).toEqual([expect.stringMatching(/\.env cannot be read/)]);
  });

  it("refuses a misspelt setting, so that none is silently without effect", () => {
    expect(problemsOf({ WAKELOG_API_PROT: "1" })[0]).toContain("WAKELOG_API_PROT");
  });

  it("refuses an installation that is set up as one of several cells, whatever else is set", () => {
    for (const name of ["WAKELOG_CELL", "WAKELOG_CELLS", "WAKELOG_CELL_DATABASE_URL"]) {
      expect(problemsOf({ [name]: "north", WAKELOG_API_PORT: "3100" })).toEqual([
        `${name} makes this installation a cell of several, which no longer exists; docs/adr/0012-cells.md says what to do instead`,
      ]);
    }
  });

  it("wants a signing secret when the database is external", () => {
    expect(problemsOf({ DATABASE_URL: "postgresql://a:b@c/d" })[0]).toContain("WAKELOG_JWT_SECRET");
    expect(problemsOf({ DATABASE_LISTEN_URL: "postgresql://a:b@c/d" })[0]).toContain("DATABASE_URL");
    expect(problemsOf({ DATABASE_REPLICA_URL: "postgresql://a:b@c/d" })[0]).toContain("DATABASE_URL");
  });

  it("describes every setting in a sentence", () => {
    for (const setting of describeSettings()) expect(setting.sentence.length).toBeGreaterThan(10);
  });
});
