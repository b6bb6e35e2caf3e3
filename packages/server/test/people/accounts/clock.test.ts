/** A server whose clock was wrong for a while: its counters and tokens then lock no user out. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
/** Shifts counters by a time, as if the clock had been off. */
const countedAt = (interval: string) =>
  service.database.owner.transaction((tx) =>
    tx.run(sql`update app.attempts set since = since + ${interval}::interval`),
  );

it("begins a window again that begins in the future, and no other", async () => {
  const { email, password } = await newSailor(service.api);
  const signIn = async (pass = password) => (await service.api.post("/rpc/login", { email, pass })).status;
  const guess = async () => {
    for (let n = 0; n < 12; n++) if ((await signIn("wrong")) === 429) return;
  };
  for (const [ahead, status] of [
    ["400 days", 200],
    ["2 min", 200],
    ["20 s", 429],
    ["-6 min", 200],
  ] as const) {
    await service.database.owner.transaction((tx) => tx.run(sql`delete from app.attempts`));
    await guess();
    expect(await signIn()).toBe(429);
    await countedAt(ahead);
    expect([ahead, await signIn()]).toEqual([ahead, status]);
  }
});
