/** An exchange's cost depends neither on the length of its stream nor on the planner's statistics. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { ago, linkedBoat, linkRequests, newStream, PATHS, row } from "./linked-boat.ts";

const service = serviceForTests();
const { send } = linkRequests(service.api);

const STORED = 3_000;

it("an exchange reads the numbers that it sends, not the whole stream", async () => {
  const { owner } = service.database;
  await owner.transaction((tx) => tx.script("alter table app.boat_rows set (autovacuum_enabled = false)"));
  const boat = await linkedBoat(service.api);
  const stream = newStream();
  for (let at = 0; at < STORED; at += 1000) {
    const rows = Array.from({ length: 1000 }, (_, i) => row(at + i + 1, ago(6_000) + (at + i) * 60_000));
    expect((await send(boat, { stream, paths: PATHS, rows })).status).toBe(200);
  }
  const fetched = sql`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables
    where relid = 'app.boat_rows'::regclass`;
  const read = async (name: string, statement: (id: number) => ReturnType<typeof sql>): Promise<number> =>
    owner.transaction(async (tx) => {
      const [link] = await tx.query(sql`
        select l.id, l.stream_id, encode(l.key_hash, 'hex') as key from app.boat_links l where l.vessel_id = ${boat.vesselId}`);
      const claims = { vid: boat.vesselId, link: link?.id, key: link?.key };
      await tx.query(sql`select app.check_link(${JSON.stringify(claims)}::jsonb)`);
      const [before] = await tx.query(fetched);
      await tx.query(statement(Number(link?.stream_id)));
      const [after] = await tx.query(fetched);
      expect(after, name).toBeDefined();
      return Number(after?.n) - Number(before?.n);
    });
  const numbers = Array.from({ length: 100 }, (_, i) => STORED - 50 + i);
  const times = numbers.map((number) => ago(6_000) + number * 60_000);
  expect(
    await read(
      "link_begin",
      () => sql`
      select app.link_begin(${stream}, '{}'::jsonb, ${numbers}::bigint[], ${times}::bigint[])`,
    ),
  ).toBeLessThanOrEqual(2 * numbers.length);
  expect(
    await read(
      "link_slots",
      (id) => sql`
      select app.link_slots(${id}::integer, ${times}::bigint[], 64)`,
    ),
  ).toBeLessThanOrEqual(2 * numbers.length);
});
