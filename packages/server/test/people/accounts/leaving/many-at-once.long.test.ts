/** A user who repeatedly requests an account's contents, which is slow: others can still sign in. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it } from "vitest";
import { newSailor } from "../../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;

it("leaves connections to those who sign in", { timeout: 60_000 }, async () => {
  const [curious, other] = [await newSailor(api), await newSailor(api)];
  const asked = await service.database.owner.transaction(async (tx) => {
    // As if there were very many rows.
    await tx.run(sql`lock table api.metrics in access exclusive mode`);
    const asking = Array.from({ length: 12 }, () =>
      api.get("/rpc/belongings_fn", { token: curious.userToken }),
    );
    await sleep(1_000);
    const login = await api.post("/rpc/login", { email: other.email, pass: other.password });
    expect(login.status, login.text).toBe(200);
    return asking;
  });
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 504)).toEqual([]);
});
