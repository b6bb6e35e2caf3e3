/**
 * A PostgreSQL that reports in German: the service depends on no message of the server. Needs the translations of
 * Debian's `postgresql-15` and the locale (`localedef -i de_DE -f UTF-8 de_DE.UTF-8`).
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { DatabaseError } from "@wakelog/data-api/db/database.ts";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { ident, literal, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { AUTHENTICATOR_PASSWORD } from "../../../../../test/support/server.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { generatedVoyage } from "../../../../../test/support/voyage.ts";
import { expectNoStalePlans } from "../../../../data-api/test/db/stale-plans.ts";
import { collides } from "../../../src/database/migrations/collisions.ts";
import { migrate } from "../../../src/database/migrations/migrate.ts";
import { type EmbeddedServer, startEmbedded } from "../../../src/database/postgres-server/embedded.ts";

const BIN = "/usr/lib/postgresql/15/bin";
const LOCALE = "de_DE.UTF-8";

function speaksGerman(): boolean {
  const locales = spawnSync("locale", ["-a"], { encoding: "utf8" }).stdout ?? "";
  return (
    existsSync(join(BIN, "postgres")) &&
    existsSync("/usr/share/locale/de/LC_MESSAGES/postgres-15.mo") &&
    /^de_DE\.utf-?8$/im.test(locales)
  );
}

describe.skipIf(!speaksGerman())(
  "a server with German messages (skipped without PostgreSQL 15, its translations and the locale de_DE.UTF-8)",
  () => {
    let folder: string;
    let server: EmbeddedServer;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "wakelog-german-"));
      await chmod(folder, 0o755);
      server = await startEmbedded({ dataDir: folder, port: "auto", durable: false, binDir: BIN });
      await alone(sql`alter system set lc_messages = ${literal(LOCALE)}`);
      await alone(sql`select pg_reload_conf()`);
    });
    afterAll(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    async function alone(statement: Sql): Promise<void> {
      await using(server.url, (db) => db.pipeline([{ statement }]));
    }

    async function using<T>(url: string, work: (db: Postgres) => Promise<T>): Promise<T> {
      const db = connectPostgres({ url, max: 1 });
      try {
        return await work(db);
      } finally {
        await db.close();
      }
    }

    async function newDatabase(name: string): Promise<string> {
      await alone(sql`create database ${ident(name)}`);
      return connectionUrl(server.url, { database: name });
    }

    test("speaks German, so that this file means something", async () => {
      await expect(
        using(server.url, (db) => db.transaction((tx) => tx.run(sql`select 1 / 0`))),
      ).rejects.toThrow("Division durch Null");
    });

    test("has several databases migrated at the same time, which change the same roles", async () => {
      const urls = await Promise.all(["one", "two", "three", "four"].map(newDatabase));
      const results = await Promise.all(
        urls.map((url) =>
          using(url, (db) =>
            migrate(db, { authenticatorPassword: AUTHENTICATOR_PASSWORD, spatial: "plain" }),
          ),
        ),
      );
      expect(results.every(({ codeReplaced }) => codeReplaced)).toBe(true);
    });

    test("tells collisions of migrations from other failures", async () => {
      const db = connectPostgres({ url: await newDatabase("collisions"), max: 2 });
      const judged = (statement: Sql): Promise<unknown> =>
        db
          .transaction((tx) => tx.run(statement))
          .then(
            () => "none",
            (fault: unknown) => (fault instanceof DatabaseError ? [fault.sqlstate, collides(fault)] : fault),
          );
      try {
        await db.transaction((tx) =>
          tx.script(`create role twice; create role changed;
            create function tell() returns trigger language plpgsql as 'begin return new; end';
            create table told (id int); create trigger told before insert on told execute function tell();`),
        );
        expect(await judged(sql`create role twice`)).toEqual(["42710", true]);
        expect(await judged(sql`create trigger told before insert on told execute function tell()`)).toEqual([
          "42710",
          false,
        ]);
        // The second waits for the first, and then finds the row changed.
        const second = await db.transaction(async (tx) => {
          await tx.run(sql`alter role changed connection limit 1`);
          return { outcome: judged(sql`alter role changed connection limit 2`), settled: await sleep(300) };
        });
        expect(await second.outcome).toEqual(["XX000", true]);
        await db.transaction((tx) => tx.script("drop role twice; drop role changed"));
      } finally {
        await db.close();
      }
    });

    test("lets plans go out of date without a failure", async () => {
      await expectNoStalePlans(await newDatabase("plans"));
    });

    describe("behind the service", () => {
      let german: TestService;
      let english: TestService;
      let skippers: readonly Skipper[];

      beforeAll(async () => {
        german = await startService({ DATABASE_URL: await newDatabase("service") });
        english = await startService();
        skippers = await Promise.all([german, english].map((service) => newSkipper(service)));
      });
      afterAll(async () => {
        await german?.stop();
        await english?.stop();
      });

      test("a voyage becomes a finished log", async () => {
        const [skipper] = skippers;
        await skipper?.send(generatedVoyage(Date.parse("2026-05-02T06:00:00Z")));
        expect(await skipper?.rows("/logs_view?select=name,distance")).toEqual([
          { name: expect.stringMatching(/\w/), distance: expect.closeTo(8.1, 1) },
        ]);
      });

      const value = fc.constantFrom(
        ..."1 -1 x 1e999 99999999999 2026-02-30 {} [1] null (1,2) ( \u0000 é".split(" "),
        "2026-05-02T06:00:00Z",
        "a".repeat(3000),
      );
      const columns = ["id", "name", "notes", "_from_time", "distance", "extra", "kind", "low", "nothing"];
      const bodies = fc.dictionary(
        fc.constantFrom(...columns),
        fc.oneof(value, fc.constantFrom(null, 1, {}, [])),
      );
      const path = fc
        .record({
          resource: fc.constantFrom(
            "logbook",
            "stays",
            "moorages",
            "alert_rules",
            "log_entries",
            "metrics",
            "accounts",
          ),
          column: fc.constantFrom(...columns),
          operator: fc.constantFrom("eq", "in", "like", "match", "is", "cs", "gt", "fts"),
          value,
        })
        .map((one) => `/${one.resource}?${one.column}=${one.operator}.${encodeURIComponent(one.value)}`);
      const call = fc
        .constantFrom(
          "login",
          "merge_logbook_fn",
          "export_logbook_gpx_fn",
          "stats_logs_fn",
          "nothing_fn",
          "register_vessel",
        )
        .map((name) => `/rpc/${name}`);

      test("every request has the status and the code that it has with English messages", async () => {
        const request = fc.oneof(
          fc.record({ method: fc.constant("GET"), path, body: fc.constant(undefined) }),
          fc.record({ method: fc.constantFrom("PATCH", "DELETE"), path, body: bodies }),
          fc.record({ method: fc.constant("POST"), path: fc.oneof(path, call), body: bodies }),
        );
        const codes = new Set<string>();
        await fc.assert(
          fc.asyncProperty(request, async ({ method, path: address, body }) => {
            const [here, there] = await Promise.all(
              [german, english].map((service, at) =>
                client(service.apiUrl).send(method, address, {
                  token: skippers[at]?.sailor.userToken ?? "",
                  ...(method === "GET" ? {} : { body }),
                }),
              ),
            );
            expect([here?.status, here?.json?.code]).toEqual([there?.status, there?.json?.code]);
            if (typeof here?.json?.code === "string") codes.add(here.json.code);
          }),
          { numRuns: 300 },
        );
        expect(codes.size).toBeGreaterThan(8);
      });
    });
  },
);
