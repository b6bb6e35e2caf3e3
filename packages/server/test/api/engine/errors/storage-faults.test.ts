/** A full or broken disk of the database is reported in a sentence that names no file of the cluster. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, expect, it, vi } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;

beforeAll(async () => {
  sailor = await newSailor(api);
  await service.database.owner.transaction(async (tx) => {
    await tx.run(sql`
      create function api.fail_fn(code text, words text, more text) returns integer language plpgsql as $$ begin
        raise exception '%', words using errcode = code, detail = more;
      end $$`);
    await tx.run(sql`grant execute on function api.fail_fn(text, text, text) to user_role`);
    await tx.run(sql`notify pgrst, 'reload schema'`);
  });
  const isKnown = async () => expect((await failing("P0001", "known", "")).json.message).toBe("known");
  await vi.waitFor(isKnown, 20_000);
});

const failing = (code: string, words: string, more: string) =>
  api.post("/rpc/fail_fn", { code, words, more }, { token: sailor.userToken });

const numbered = fc.nat(99_999);
/** A file of a cluster, as PostgreSQL names it. */
const clusterFile = fc.oneof(
  fc.tuple(numbered, numbered).map(([database, table]) => `base/${database}/${table}`),
  numbered.map((process) => `base/pgsql_tmp/pgsql_tmp${process}.0`),
  numbered.map((table) => `global/${table}`),
  numbered.map((table) => `pg_tblspc/${table}/PG_15_202209061/5/${table}`),
  fc.constantFrom("pg_wal/000000010000000000000001", "pg_xact/0000", "pg_multixact/offsets/0000"),
);
/** PostgreSQL's file errors in two languages. */
const sentence = fc.constantFrom(
  (file: string) => `could not extend file "${file}": No space left on device`,
  (file: string) => `could not write block 7 of temporary file "${file}"`,
  (file: string) => `could not open file "${file}": Input/output error`,
  (file: string) => `invalid page in block 7 of relation ${file}`,
  (file: string) => `konnte Datei »${file}« nicht öffnen: Permission denied`,
);
const BROKEN = ["53000", "42501", "58000", "58030", "58P01", "XX000", "XX001", "XX002"];

it("names no file, whatever PostgreSQL says of it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("53100", ...BROKEN),
      clusterFile,
      sentence,
      fc.boolean(),
      async (code, file, said, inDetail) => {
        const words = said(file);
        const answer = await failing(code, inDetail ? "failed" : words, inDetail ? words : "");
        const full = code === "53100";
        expect(answer.json).toEqual({
          code: full ? "PT507" : "58030",
          message: full
            ? "The server's disk is almost full, so nothing can be stored"
            : "The server cannot read or write its disk",
          details: null,
          hint: full
            ? "Ask the operator of this service to make room."
            : "Try again in a minute. If that does not help, ask the operator of this service.",
        });
        expect([answer.status, answer.headers.has("retry-after")]).toEqual([full ? 507 : 503, true]);
      },
    ),
    { numRuns: 60 },
  );
});

it("leaves other failures as they are, also those that name what a caller sent", async () => {
  for (const [code, words] of [
    ["42501", "permission denied for table boats"],
    ["XX000", "Geometry has Z dimension but column does not"],
    ["53200", "out of memory"],
    ["22P02", 'invalid input syntax for type integer: "base/1/2"'],
  ] as const) {
    const { json } = await failing(code, words, "");
    expect([json.code, json.message]).toEqual([code, words]);
  }
});
