/** A database without LISTEN: jobs, followers and the schema's readers look for themselves. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { DAY } from "@wakelog/kit/time/units.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

let loads = 0;
const service = serviceForTests({ DATABASE_LISTEN_URL: "none", WAKELOG_PARTS: "api" }, ({ kind }) => {
  if (kind === "schema-loaded") loads++;
});
const { api } = service;
const PATIENCE = { timeout: 30_000, interval: 100 };

/** What anybody who listens would hear. */
const notified: string[] = [];
let stopListening: () => Promise<void>;

beforeAll(async () => {
  const { owner } = service.database;
  const channel = await owner.transaction((tx) => tx.query(sql`select app.live_channel() as name`));
  const heard = await Promise.all(
    ["wakelog_events", "pgrst", String(channel[0]?.name)].map((name) =>
      owner.listen(name, (payload) => notified.push(`${name} ${payload}`)),
    ),
  );
  stopListening = async () => void (await Promise.all(heard.map((stop) => stop())));
});
afterAll(() => stopListening());

/** Follows a boat. @returns the events that have come so far */
async function follow(token: string): Promise<{ readonly text: () => string; readonly end: () => void }> {
  const cut = new AbortController();
  const answer = await fetch(`${service.apiUrl}/live`, {
    headers: { Accept: "text/event-stream", Authorization: `Bearer ${token}` },
    signal: cut.signal,
  });
  expect(answer.status).toBe(200);
  let text = "";
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) text += decoder.decode(bytes, { stream: true });
    text += "the end";
  };
  read().catch(() => {});
  await vi.waitFor(() => expect(text).toContain("event: state"), PATIENCE);
  return { text: () => text, end: () => cut.abort() };
}

const countOf = (text: string, event: string): number => text.split(`event: ${event}\n`).length - 1;

it("events are worked off without anybody being woken", async () => {
  const sailor = await newSailor(api);
  const sent = passage(Date.now() - DAY, DAY_TRIP);
  expect((await api.post("/metrics", sent, { token: sailor.vesselToken })).status).toBe(201);
  await vi.waitFor(async () => {
    const logs = await api.get("/logbook?select=name,distance", { token: sailor.userToken });
    expect(logs.json).toHaveLength(2);
    for (const log of logs.json) expect(log.distance).toBeGreaterThan(0);
  }, PATIENCE);
});

it("who follows a boat sees all of it once, in order, and nothing of another", async () => {
  const [one, other] = [await newSailor(api, "One"), await newSailor(api, "Other")];
  const following = await follow(one.userToken);
  const begun = Date.now();
  for (let n = 0; n < 5; n++) {
    const rows = passage(begun - 60_000 + n * 10_000, [{ stay: "moored", minutes: 1 }]).slice(0, 1);
    expect((await api.post("/metrics", rows, { token: one.vesselToken })).status).toBe(201);
    expect((await api.post("/metrics", rows, { token: other.vesselToken })).status).toBe(201);
    await vi.waitFor(() => expect(countOf(following.text(), "position")).toBe(n + 1), PATIENCE);
  }
  // A transaction that began long before others, and commits after they were seen, is not passed over.
  const { owner } = service.database;
  await owner.transaction(async (early) => {
    const [vessel] = await early.query(sql`
      select m.vessel_id as id from app.memberships m join app.accounts a using (account_id)
      where a.email = ${one.email}`);
    await early.run(sql`select set_config('wakelog.polled', 'on', true)`);
    await early.run(sql`select app.tell_live(${String(vessel?.id)}, 'alert', '{"word": "early"}')`);
    await owner.transaction(async (late) => {
      await late.run(sql`select set_config('wakelog.polled', 'on', true)`);
      await late.run(sql`select app.tell_live(${String(vessel?.id)}, 'alert', '{"word": "late"}')`);
    });
    await vi.waitFor(() => expect(following.text()).toContain('"late"'), PATIENCE);
    expect(following.text()).not.toContain('"early"');
  });
  await vi.waitFor(() => expect(following.text()).toContain('"early"'), PATIENCE);
  expect(countOf(following.text(), "alert")).toBe(2);
  expect(countOf(following.text(), "position")).toBe(5);
  expect(countOf(following.text(), "stay")).toBeGreaterThan(0);
  expect((await api.post("/rpc/sign_out_everywhere_fn", {}, { token: one.userToken })).status).toBe(200);
  await vi.waitFor(() => expect(following.text()).toContain("the end"), PATIENCE);
  following.end();
});

it("a changed schema is served, and one that did not change is not loaded again", async () => {
  const { owner } = service.database;
  const sailor = await newSailor(api, "Reader");
  await owner.transaction((tx) =>
    tx.script("create view api.polled as select 7 as days; grant select on api.polled to user_role"),
  );
  await vi.waitFor(
    async () => expect((await api.get("/polled", { token: sailor.userToken })).json).toEqual([{ days: 7 }]),
    PATIENCE,
  );
  await owner.transaction((tx) => tx.script("alter view api.polled rename column days to nights"));
  await vi.waitFor(
    async () =>
      expect((await api.get("/polled?select=nights", { token: sailor.userToken })).json).toEqual([
        { nights: 7 },
      ]),
    PATIENCE,
  );
  // At the start, at each change, and where a view of statistics is made again; not every second.
  expect(loads).toBeLessThan(8);
});

it("nothing was told that only those who listen hear", () => {
  expect(notified).toEqual([]);
});
