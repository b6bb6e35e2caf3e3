/** What goes wrong for one boat, or for a transaction of several, costs no other boat its row, its time or its answer. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { expectOne, type LiveBoat, type Outcome, severalBoats } from "./several-boats.ts";

const service = serviceForTests();
const { newBoat, row, together, asService, whileShut, atGate, asleep, poisonRow } = severalBoats(service);
/** The client of rows that find a full disk. */
const ON_FULL_DISK = "on a full disk";

let boats: readonly [LiveBoat, LiveBoat, LiveBoat];
beforeAll(async () => {
  boats = [await newBoat(), await newBoat(), await newBoat()];
});

/** Sends for all boats while a statement's locks are held. @returns the result for the last boat, which waits for them */
async function holding(statement: Sql): Promise<Outcome> {
  const [a, b, odd] = boats;
  const { held, waiting } = await service.database.owner.transaction(async (tx) => {
    await tx.run(statement);
    let isAnswered = false;
    const all = together([[a], [b], [odd]]).then((outcomes) => {
      isAnswered = true;
      return outcomes;
    });
    await sleep(1500);
    const stored = await asService(sql`
      select count(distinct vessel_id)::int as n from app.metrics
      where vessel_id in (${a.vesselId}, ${b.vesselId}) and "time" > now() - interval '1 hour' and xmin::text = (
        select xmin::text from app.metrics where vessel_id = ${a.vesselId} order by "time" desc limit 1)`);
    return { held: { stored: stored[0]?.n, isAnswered }, waiting: { all } };
  });
  expect(held).toEqual({ stored: 2, isAnswered: false });
  const [one, two, last] = await waiting.all;
  if (one === undefined || two === undefined || last === undefined) throw new Error("no outcomes");
  const shared = expectOne([one, two]);
  for (const { ms } of [one, two]) expect(ms).toBeLessThan(1300);
  expect(last.answer.status).toBe(201);
  expect(last.stored).not.toBe(shared);
  return last;
}

describe("boats that send at once", () => {
  it("do not wait for one whose logbook is being changed", async () => {
    await holding(sql`select app.lock_vessel(${boats[2].vesselId})`);
  });

  it.each(["api.metadata", "app.stored_bytes", "app.watch_states"])(
    "do not wait for one whose row of %s is locked",
    async (table) => {
      const [, , { vesselId }] = boats;
      const locked = {
        "api.metadata": sql`select from api.metadata where vessel_id = ${vesselId} for update`,
        "app.stored_bytes": sql`select from app.stored_bytes where vessel_id = ${vesselId} for update`,
        "app.watch_states": sql`select from app.watch_states where vessel_id = ${vesselId} for update`,
      }[table];
      if (locked === undefined) throw new Error("no such table");
      if (table !== "app.watch_states") return void (await holding(locked));
      // Alone she does not wait for it either: nothing is watched.
      const [a, b, odd] = boats;
      const outcomes = await service.database.owner.transaction(async (tx) => {
        await tx.run(locked);
        return together([[a], [b], [odd]]);
      });
      const shared = expectOne(outcomes.slice(0, 2));
      expect(outcomes[2]).toMatchObject({
        answer: { status: 201 },
        stored: expect.not.stringMatching(`^${shared}$`),
      });
    },
  );

  it("are stored one by one if one's row cannot be stored, and only she is refused", async () => {
    const [a, b, odd] = boats;
    const outcomes = await together([[a], [odd, { rows: [poisonRow()] }], [b]]);
    expect(outcomes.map(({ answer }) => answer.status)).toEqual([201, 400, 201]);
    expect(outcomes.map(({ stored }) => stored !== null)).toEqual([true, false, true]);
    expect(outcomes[1]?.answer.json.message).toBe("poison");
    // She has to prove herself alone before she goes with others again.
    const [one, two, apart] = await together([[a], [b], [odd]]);
    if (one === undefined || two === undefined) throw new Error("no outcomes");
    expect(apart?.answer.status).toBe(201);
    expect(apart?.stored).not.toBe(expectOne([one, two]));
    expectOne(await together([[a], [b], [odd]]));
  });

  it("are stored once each if the connection of their transaction is lost", async () => {
    const [a, b, odd] = boats;
    const outcomes = await whileShut(2, async () => {
      const all = together([[a], [odd, { rows: [atGate(2)] }], [b]]);
      await sleep(600);
      const backend = await asleep();
      await service.database.owner.transaction((tx) => tx.run(sql`select pg_terminate_backend(${backend})`));
      await sleep(300);
      return { all };
    });
    const done = await outcomes.all;
    expect(done.map(({ answer }) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(done.map(({ stored }) => stored)).size).toBe(3);
  });

  it("are stored one by one if a lock that all need is held for long", async () => {
    const [a, b, c] = boats;
    const { all } = await service.database.owner.transaction(async (tx) => {
      await tx.run(sql`lock table app.stored_bytes in exclusive mode`);
      const all = together([[a], [b], [c]]);
      await sleep(1000);
      return { all };
    });
    const done = await all;
    expect(done.map(({ answer }) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(done.map(({ stored }) => stored)).size).toBe(3);
  });

  it.each([
    ["while their rows are written", "create trigger fill_disk before insert"],
    ["at the commit", "create constraint trigger fill_disk after insert"],
  ])("are each told of a full disk %s, and stored once when there is room again", async (_, created) => {
    const deferred = created.includes("constraint") ? "deferrable initially deferred" : "";
    await service.database.owner.transaction((tx) =>
      tx.script(`
        create function app.fill_disk() returns trigger language plpgsql as $$
        begin
          raise exception 'could not extend file "base/5/1259": No space left on device' using errcode = 'disk_full';
        end $$;
        ${created} on app.metrics ${deferred} for each row when (new.client_id = '${ON_FULL_DISK}')
          execute function app.fill_disk()`),
    );
    const sent = boats.map((boat) => [boat, { rows: [row({ client_id: ON_FULL_DISK })] }] as const);
    for (const { answer, stored } of await together(sent)) {
      expect(answer.status).toBe(507);
      expect(stored).toBeNull();
    }
    await service.database.owner.transaction((tx) => tx.script("drop function app.fill_disk cascade"));
    for (const { answer, stored } of await together(sent)) {
      expect(answer.status).toBe(201);
      expect(stored).toEqual(expect.any(String));
    }
    expectOne(await together(boats.map((boat) => [boat])));
  });
});
