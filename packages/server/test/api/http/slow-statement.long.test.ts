/** A request whose answer takes the database too long. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it } from "vitest";
import { client, newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests({ WAKELOG_POOL_SIZE: "1" });

it("is answered 504 with Retry-After, in the API's own form", async () => {
  const api = client(service.apiUrl);
  const { userToken: token } = await newSailor(api, "Slow");
  const answer = await service.database.owner.transaction(async (tx) => {
    await tx.run(sql`lock table api.logbook in access exclusive mode`);
    const waiting = api.get("/logbook", { token });
    // As the time limit would after half a minute: the statement is cancelled with the same SQLSTATE.
    for (let cancelled = 0; cancelled === 0; ) {
      const rows = await tx.query(sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'wakelog requests' and wait_event_type = 'Lock'`);
      cancelled = rows.length;
    }
    return waiting;
  });
  expect([answer.status, answer.json]).toEqual([
    504,
    {
      code: "57014",
      message: "The request took too long",
      details: null,
      hint: expect.any(String),
    },
  ]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await api.get("/logbook", { token })).status).toBe(200);
});

it("that finds every connection taken is answered 504 with Retry-After too", async () => {
  const api = client(service.apiUrl);
  const { userToken: token } = await newSailor(api, "Crowded");
  const { first, second } = await service.database.owner.transaction(async (tx) => {
    await tx.run(sql`lock table api.logbook in access exclusive mode`);
    const waiting = api.get("/logbook", { token });
    return { first: waiting, second: await api.get("/logbook", { token }) };
  });
  expect((await first).status).toBe(200);
  expect([second.status, Object.keys(second.json).sort()]).toEqual([
    504,
    ["code", "details", "hint", "message"],
  ]);
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
});
