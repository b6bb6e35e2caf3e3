/** No caller's requests, however slow or many, keep others waiting. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, expect, test } from "vitest";
import { type Answer, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let busy: Sailor;
let other: Sailor;

beforeAll(async () => {
  busy = await newSailor(api, "Busy");
  other = await newSailor(api, "Other");
});

const vesselOf = ({ vesselToken }: Sailor): string =>
  String(JSON.parse(Buffer.from(vesselToken.split(".")[1] ?? "", "base64url").toString()).vid);

const post = (sailor: Sailor, minute: number): Promise<Answer> =>
  api.post(
    "/metrics?select=time",
    [
      {
        time: new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString(),
        latitude: 59,
        longitude: 23,
        speedoverground: 0,
      },
    ],
    { token: sailor.vesselToken },
  );

/** Runs `work` while a transaction holds a vessel's lock, as a long fold does. */
async function whileHeld<T>(sailor: Sailor, work: () => Promise<T>): Promise<T> {
  return service.database.owner.transaction(async (tx) => {
    await tx.run(sql`select app.lock_vessel(${vesselOf(sailor)})`);
    return work();
  });
}

async function waitingForLocks(): Promise<number> {
  const rows = await service.database.owner.transaction((tx) =>
    tx.query(sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name = 'wakelog requests'`),
  );
  return rows.length;
}

test("posts that wait for their vessel hold one connection together, and each is stored", async () => {
  const { posts } = await whileHeld(busy, async () => {
    const waiting = Promise.all(Array.from({ length: 24 }, (_, i) => post(busy, i)));
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => post(other, i)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const reads = await Promise.all(
      Array.from({ length: 8 }, () => api.get("/metadata?select=name", { token: busy.userToken })),
    );
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    expect(await waitingForLocks()).toBe(1);
    return { posts: waiting };
  });
  expect((await posts).map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 201));
});

test("strangers whose statements take long are cut off, and delay only each other", async () => {
  const held = await service.database.owner.transaction(async (tx) => {
    await tx.run(sql`lock table api.stays_at in access exclusive mode`);
    const strangers = Promise.all(Array.from({ length: 10 }, () => api.get("/stays_at")));
    const people = await Promise.all(
      Array.from({ length: 12 }, () => api.get("/metadata?select=name", { token: other.userToken })),
    );
    expect(people.map(({ status }) => status)).toEqual(people.map(() => 200));
    return strangers;
  });
  for (const { status, text } of held) expect(status, text).toBe(504);
});
