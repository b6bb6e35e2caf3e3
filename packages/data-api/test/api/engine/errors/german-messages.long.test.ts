/**
 * A PostgreSQL that reports in German: which status a failure has, and which words, depends on no sentence of the server's.
 * Debian's packages have the translations (`postgresql-15`, with PostGIS in `postgresql-15-postgis-3`).
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type EmbeddedServer,
  startEmbedded,
} from "../../../../../server/src/database/postgres-server/embedded.ts";
import { connectPostgres, type Postgres } from "../../../../src/db/postgres.ts";
import { sql } from "../../../../src/db/sql.ts";
import { createEngine, type Engine } from "../../../../src/engine/engine.ts";

const BIN = "/usr/lib/postgresql/15/bin";
const POSTGIS = "/usr/share/postgresql/15/extension/postgis.control";

function speaksGerman(): boolean {
  const locales = spawnSync("locale", ["-a"], { encoding: "utf8" }).stdout ?? "";
  const files = [join(BIN, "postgres"), POSTGIS, "/usr/share/locale/de/LC_MESSAGES/postgres-15.mo"];
  return files.every((file) => existsSync(file)) && /^de_DE\.utf-?8$/im.test(locales);
}

const SCHEMA = `
  create extension postgis;
  create role german_anonymous nologin;
  create schema harbour;
  create type harbour.mood as enum ('calm', 'rough');
  create table harbour.notes (id int primary key, mood harbour.mood, lasts interval, seen timestamptz, place geometry);
  create table harbour.kept (id int primary key);
  alter table harbour.kept enable row level security;
  create policy kept_ones on harbour.kept using (true) with check (id > 10);
  create function harbour.word() returns text language sql stable as $$ select 'calm' $$;
  grant usage on schema harbour to german_anonymous;
  grant all on harbour.notes, harbour.kept to german_anonymous;
`;

describe.skipIf(!speaksGerman())(
  "the engine behind a server with German messages (skipped without PostgreSQL 15, PostGIS, its translations and the locale de_DE.UTF-8)",
  () => {
    let folder: string;
    let server: EmbeddedServer;
    let database: Postgres;
    let engine: Engine;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "wakelog-german-"));
      await chmod(folder, 0o755);
      server = await startEmbedded({ dataDir: folder, port: "auto", durable: false, binDir: BIN });
      database = connectPostgres({ url: server.url, max: 2 });
      await database.pipeline([{ statement: sql`alter system set lc_messages = 'de_DE.UTF-8'` }]);
      await database.pipeline([{ statement: sql`select pg_reload_conf()` }]);
      await database.transaction((tx) => tx.script(SCHEMA));
      engine = await createEngine({
        database,
        authenticate: async () => ({ role: "german_anonymous", claims: {} }),
        handlers: { procedures: new Map(), inserts: new Map() },
        config: {
          schemas: ["harbour"],
          anonymousRole: "german_anonymous",
          extraSearchPath: ["public"],
          refusalsInWords: true,
          openApi: { mode: "disabled", version: "1" },
        },
      });
    });
    afterAll(async () => {
      await engine?.close();
      await database?.close();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    async function ask(path: string, how: { readonly body?: unknown; readonly accept?: string } = {}) {
      const { body, accept } = how;
      const [address = "", query = ""] = path.split("?");
      const output = await engine.handle({
        method: body === undefined ? "GET" : "POST",
        path: address,
        query,
        headers: { "content-type": "application/json", ...(accept === undefined ? {} : { accept }) },
        body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
      });
      const { code, message } = JSON.parse(String(output.body ?? "{}"));
      return [output.status, code, message];
    }

    it("hears German, so that this file means something", async () => {
      expect(await ask("/notes?id=eq.x")).toEqual([400, "22P02", expect.stringContaining("ungültige")]);
    });

    it("says what to send in place of a length of time", async () => {
      const refusal = [400, "22007", '"soon: "x"" is not a duration'];
      expect(await ask("/notes", { body: { id: 1, lasts: 'soon: "x"' } })).toEqual(refusal);
      expect(await ask(`/notes?lasts=eq.${encodeURIComponent('soon: "x"')}`)).toEqual(refusal);
      const ofTime = await ask("/notes", { body: { id: 1, seen: "interval" } });
      expect(ofTime).toEqual([400, "22007", expect.stringContaining("ungültige")]);
    });

    it("says what to send in place of a value that is not listed", async () => {
      const refusal = [400, "22P02", '"glad" is not a mood'];
      expect(await ask("/notes", { body: { id: 1, mood: "glad" } })).toEqual(refusal);
      expect(await ask("/notes?mood=eq.glad")).toEqual(refusal);
    });

    it("tells a row that is not the caller's from a missing right", async () => {
      expect(await ask("/kept", { body: { id: 1 } })).toEqual([
        401,
        "42501",
        "This row is not yours to write.",
      ]);
      await database.transaction((tx) => tx.script("revoke insert on harbour.kept from german_anonymous"));
      expect(await ask("/kept", { body: { id: 11 } })).toEqual([
        401,
        "42501",
        expect.stringContaining("keine Berechtigung"),
      ]);
    });

    it("answers that a text cannot be shown as XML", async () => {
      expect((await ask("/rpc/word", { accept: "text/xml" })).slice(0, 2)).toEqual([406, "42883"]);
    });

    it("knows what is not a geometry", async () => {
      const texts = [
        "",
        "PONT(1 1)",
        "POINT(1",
        "LINESTRING(1 1)",
        "POINT(1 1, 2 2 2)",
        "0101",
        "zz",
        "0909090909",
      ];
      for (const place of [
        ...texts,
        '{"type":"x"}',
        '{"type":"Point"}',
        '{"type":"Point","coordinates":[1',
      ]) {
        expect(await ask("/notes", { body: { id: 1, place } }), place).toEqual([
          400,
          "22P02",
          "The value is not a geometry",
        ]);
      }
    });
  },
);
