/** Deleting an account over HTTP leaves as little behind as deleting it by an operator: nothing. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it, vi } from "vitest";
import { newSailor } from "../../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { BUSY_TABLES, busySailor, idsOf, tablesWith } from "./traces.ts";

const service = serviceForTests();

it("deletes an account, its boat and every row of them from every table, and nothing of others", {
  timeout: 120_000,
}, async () => {
  const { api } = service;
  const leaving = await busySailor(service, "Leaver");
  const staying = await busySailor(service, "Stayer");
  const [gone, kept] = [await idsOf(service, leaving), await idsOf(service, staying)];
  const before = await tablesWith(service, gone);
  expect(Object.keys(before)).toEqual(expect.arrayContaining([...BUSY_TABLES]));
  const others = await tablesWith(service, kept);
  const { userToken: token, email, password: pass } = leaving;

  const owned = { vessels: ["Leaver"], logs: expect.any(Number), photos: 1, rows: expect.any(Number) };
  const told = (await api.get("/rpc/belongings_fn", { token })).json;
  expect(told).toEqual(owned);
  expect(told.logs).toBeGreaterThan(0);
  const remove = (body: object) =>
    api.post("/rpc/delete_account_fn", body, { token, headers: { "Idempotency-Key": "leave" } });
  expect((await remove({ pass: "something else", email })).status).toBe(403);
  expect((await remove({ pass, email: staying.email })).status).toBe(400);
  expect(await tablesWith(service, gone)).toEqual(before);

  const deleted = await remove({ pass, email: ` ${email.toUpperCase()}` });
  expect(deleted.status, deleted.text).toBe(200);
  expect(deleted.json).toEqual(told);
  await service.drainJobs();
  expect(await tablesWith(service, gone)).toEqual({});
  expect(await tablesWith(service, kept)).toEqual(others);

  // Neither the user nor the boat has access any more, and a repetition does not restore it.
  expect((await remove({ pass, email })).status).toBe(400);
  expect((await api.post("/rpc/login", { email, pass })).status).toBe(401);
  const late = passage(Date.now() - 3_600_000, DAY_TRIP.slice(0, 1));
  await vi.waitFor(async () => {
    const refused = await api.post("/metrics", late, { token: leaving.vesselToken });
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });
  expect(await tablesWith(service, gone)).toEqual({});
});

it("leaves nothing of a boat that sends while its account is deleted", { timeout: 60_000 }, async () => {
  const { api, database } = service;
  const sailor = await newSailor(api, "Sending");
  const gone = await idsOf(service, sailor);
  const waiting = async (): Promise<unknown> => {
    const [row] = await database.owner.transaction((tx) =>
      tx.query(sql`
        select count(*)::int as number from pg_locks
        where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`),
    );
    return row?.number;
  };
  const { userToken, vesselToken: token, email, password: pass } = sailor;
  const [deleted, sent] = await database.owner.transaction(async (tx) => {
    await tx.run(sql`select app.lock_vessel(${gone[1] ?? ""}::text)`);
    const deleting = api.post("/rpc/delete_account_fn", { pass, email }, { token: userToken });
    await expect.poll(waiting).toBe(1);
    const sending = api.post("/metrics", [{ time: "yesterday", latitude: 59.8, longitude: 22.9 }], { token });
    await expect.poll(waiting).toBe(2);
    return [deleting, sending];
  });
  expect((await deleted).status).toBe(200);
  await sent;
  await service.drainJobs();
  expect(await tablesWith(service, gone)).toEqual({});
});
