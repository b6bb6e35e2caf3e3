/** Long documents of one account are made one after the other, and do not delay other accounts. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await service.database.owner.transaction((tx) =>
    tx.query(sql`
      select count(distinct l.pid)::int as waiting from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and not l.granted`),
  );
  return Number(row?.waiting);
}

it("documents of an account are made one at a time, and of another meanwhile", async () => {
  const [many, other] = [await newSailor(api, "Many"), await newSailor(api, "Other")];
  const asked: ReturnType<typeof api.get>[] = [];
  await service.database.owner.transaction(async (tx) => {
    await tx.run(sql`lock table api.logbook in access exclusive mode`);
    for (const path of ["export_logbooks_gpx_fn", "export_logbooks_kml_fn", "export_logbook_gpx_fn?_id=1"])
      asked.push(api.get(`/rpc/${path}`, { token: many.userToken }));
    await expect.poll(waiting).toBe(1);
    asked.push(api.get("/rpc/export_logbooks_gpx_fn", { token: other.userToken }));
    await expect.poll(waiting).toBe(2);
    expect((await api.get("/stays_at?limit=1", { token: many.userToken })).status).toBe(200);
    expect(await waiting()).toBe(2);
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 404, 200]);
});
