/** The outbox, over channels whose answers and a database whose answers come at any pace. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { outbox } from "../../../../src/people/notifications/outbox/outbox.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  await database.owner.transaction((tx) =>
    tx.run(sql`
      insert into app.accounts (email, first, last, password_hash)
      select person || '@example.org', 'First', 'Last', 'x' from unnest(array['ada', 'bo']) person`),
  );
});
afterAll(() => database.drop());

/** Messages for two users each. */
const EACH = 4;

it("leaves nothing that is due, however long sending and looking take", async () => {
  const pace = fc.infiniteStream(fc.constantFrom(0, 1, 4, 12));
  await fc.assert(
    fc.asyncProperty(pace, pace, async (sending, looking) => {
      const told: string[] = [];
      const service = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        const answer = await database.owner.transaction(work, { role: "wakelog_worker" });
        await sleep(looking.next().value);
        return answer;
      };
      const channel = {
        send: async (to: { readonly address: string }) => {
          await sleep(sending.next().value);
          told.push(to.address);
        },
        close() {},
      };
      await database.owner.transaction((tx) =>
        tx.run(sql`
          insert into app.deliveries (account_id, kind, channel, recipient, subject, body)
          select account_id, 'logbook', 'email', email, 'Subject', 'Body'
          from app.accounts, generate_series(1, ${EACH}::int)`),
      );
      const channels = new Map([["email", channel] as const]);
      const post = outbox({ service, channels, codeMinutes: 15, webUrl: "", observe: ignoreAll });
      expect(await post.deliver()).toBe(2 * EACH);
      expect(told.filter((one) => one.startsWith("ada"))).toHaveLength(EACH);
      await post.close();
    }),
    { numRuns: 12 },
  );
});
