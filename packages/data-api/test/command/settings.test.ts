import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "@wakelog/kit/settings/config-error.ts";
import { describe, expect, it } from "vitest";
import { readSettings, type SettingSources } from "../../src/command/settings.ts";

const file = (values: Record<string, string>) => new Map(Object.entries(values));

function problemsOf(sources: SettingSources): readonly string[] {
  try {
    readSettings(sources);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("the settings of the data API", () => {
  it("have PostgREST's defaults", () => {
    const { settings, warnings } = readSettings({});
    expect(warnings).toEqual([]);
    expect(settings).toMatchObject({
      dbUri: "postgresql://",
      dbSchemas: ["public"],
      dbAnonRole: null,
      dbExtraSearchPath: ["public"],
      dbTxEnd: "commit",
      dbMaxRows: null,
      dbPool: 10,
      dbChannel: "pgrst",
      dbConfig: true,
      jwtRoleClaimKey: ".role",
      openapiMode: "follow-privileges",
      serverHost: "!4",
      serverPort: 3000,
      adminServerPort: null,
      logLevel: "error",
      appSettings: [],
    });
  });

  it("choose the protocol's release, whose rules for other settings then count", () => {
    const of = (values: Record<string, string>) => ({ file: file(values) });
    expect(readSettings({}).settings.protocolRelease).toBe("11");
    expect(problemsOf(of({ "protocol-release": "14" }))).toHaveLength(1);
    const shared = { "server-port": "4000", "admin-server-port": "4000" };
    expect(problemsOf(of(shared))).toEqual([]);
    expect(problemsOf(of({ ...shared, "protocol-release": "16" }))).toEqual([
      "admin-server-port must not be the server-port",
    ]);
    const raw = { "raw-media-types": "text/x" };
    expect(readSettings(of(raw)).warnings).toEqual([]);
    expect(readSettings(of({ ...raw, "protocol-release": "16" })).warnings).toHaveLength(1);
    expect(readSettings(of({ "log-query": "true", "db-hoisted-tx-settings": "" })).warnings).toEqual([]);
  });

  it("an empty list of further schemas means none; other settings left empty mean their default", () => {
    const { settings } = readSettings({
      file: file({ "db-extra-search-path": "", "db-schemas": "", "db-anon-role": "" }),
    });
    expect(settings).toMatchObject({ dbExtraSearchPath: [], dbSchemas: ["public"], dbAnonRole: null });
    const weaker = file({ "db-extra-search-path": "tools" });
    const nothing = readSettings({ file: weaker, environment: { PGRST_DB_EXTRA_SEARCH_PATH: "" } });
    expect(nothing.settings.dbExtraSearchPath).toEqual([]);
  });

  it("are what the database says, else the environment, else the file", () => {
    const { settings } = readSettings({
      file: file({ "db-anon-role": "of_file", "db-schemas": "a, b", "jwt-aud": "of_file", "db-pool": "3" }),
      environment: { PGRST_DB_ANON_ROLE: "of_env", PGRST_JWT_AUD: "of_env", HOME: "/" },
      database: file({ "jwt-aud": "of_database" }),
    });
    expect(settings).toMatchObject({
      dbSchemas: ["a", "b"],
      dbPool: 3,
      dbAnonRole: "of_env",
      jwtAud: "of_database",
    });
  });

  it("go by their former names as well, of which a stronger source's wins", () => {
    const { settings } = readSettings({
      file: file({ "db-schemas": "new", "max-rows": "5" }),
      environment: { PGRST_DB_SCHEMA: "old" },
    });
    expect(settings).toMatchObject({ dbSchemas: ["old"], dbMaxRows: 5 });
  });

  it("hold what SQL code shall read, from the file and the environment", () => {
    const { settings } = readSettings({
      file: file({ "app.settings.dome": "open" }),
      environment: { PGRST_APP_SETTINGS_KEEPER: "Rosa" },
    });
    expect(settings.appSettings).toEqual([
      ["app.settings.dome", "open"],
      ["app.settings.keeper", "Rosa"],
    ]);
  });

  it("are read from the file that an @ names, for the secret and the database", async () => {
    const folder = await mkdtemp(join(tmpdir(), "wakelog-settings-"));
    const path = join(folder, "secret");
    await writeFile(path, "a secret that lies in a file of its own\n");
    const { settings } = readSettings({ file: file({ "jwt-secret": `@${path}`, "jwt-aud": `@${path}` }) });
    await rm(folder, { recursive: true });
    expect(settings.jwtSecret).toBe("a secret that lies in a file of its own");
    expect(settings.jwtAud).toBe(`@${path}`);
  });

  it("that are unknown cause a warning", () => {
    const { warnings } = readSettings({
      file: file({ "db-shemas": "a" }),
      environment: { PGRST_DB_USE_LEGACY_GUCS: "true" },
    });
    expect(warnings).toEqual(["db-shemas is not a setting and has no effect"]);
  });

  it("that are wrong are reported by name, all at once", () => {
    expect(
      problemsOf({
        file: file({
          "db-uri": "nowhere",
          "db-schemas": "a,pg_catalog",
          "db-tx-end": "sometimes",
          "db-pool": "many",
          "db-plan-enabled": "maybe",
          "openapi-server-proxy-uri": "ftp://x",
          "jwt-role-claim-key": "role",
          "jwt-secret": "short",
          "server-unix-socket-mode": "999",
        }),
        environment: { PGRST_SERVER_PORT: "70000" },
      }).map((problem) => problem.split(" ")[0]),
    ).toEqual([
      "db-uri",
      "db-schemas",
      "db-tx-end",
      "db-pool",
      "db-plan-enabled",
      "openapi-server-proxy-uri",
      "server-port",
      "server-unix-socket-mode",
      "jwt-role-claim-key",
      "jwt-secret",
    ]);
  });

  it.each([
    ["$.a[", "11"],
    ["$.a[", "16"],
    ["$.a", "11"],
    ["a", "16"],
  ])("that name no place of the role are refused: %s at %s", (key, release) => {
    const given = { "jwt-role-claim-key": key, "protocol-release": release };
    expect(problemsOf({ file: file(given) })).toEqual([
      `jwt-role-claim-key cannot be used: The path of the role claim does not parse: ${key}`,
    ]);
  });

  it("may name the place of the role by JSON Path, at 16", () => {
    const given = { "jwt-role-claim-key": "$.a[?(@ == 'z')]", "protocol-release": "16" };
    expect(readSettings({ file: file(given) }).settings.jwtRoleClaimKey).toBe("$.a[?(@ == 'z')]");
  });

  it("whose file cannot be read say so", () => {
    expect(problemsOf({ file: file({ "jwt-secret": "@/nonexistent/secret" }) })[0]).toContain(
      "jwt-secret names a file that cannot be read",
    );
  });
});
