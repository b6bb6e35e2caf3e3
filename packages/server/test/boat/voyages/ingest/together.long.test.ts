/** Rows of several boats in one transaction: every wall stands for each boat, and no boat suffers from another. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { acting } from "../../../../../../test/support/acting.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { expectOne, type LiveBoat, type Outcome, severalBoats } from "./several-boats.ts";

const [DAILY, MOST] = [50_000_000, 80_000_000];
const service = serviceForTests({
  WAKELOG_BOAT_DAILY_BYTES: String(DAILY),
  WAKELOG_BOAT_MAX_BYTES: String(MOST),
});
const { api } = service;
const fleet = severalBoats(service);
const { newBoat, together, asService, row } = fleet;
let ordinary: readonly LiveBoat[];
beforeAll(async () => {
  ordinary = [await newBoat(), await newBoat(), await newBoat()];
});

/** Sends for an odd boat among ordinary ones, which go together. @returns the result for the odd one */
async function among(
  odd: LiveBoat,
  sent: Parameters<typeof fleet.post>[1] = {},
): Promise<Outcome & { readonly isApart: boolean }> {
  const [first, ...others] = ordinary.map((boat) => [boat] as const);
  if (first === undefined) throw new Error("no boats");
  const [one, two, ...more] = await together([first, [odd, sent], ...others]);
  if (one === undefined || two === undefined) throw new Error("no outcomes");
  const shared = expectOne([one, ...more]);
  return { ...two, isApart: two.stored !== shared };
}

describe("rows of boats that send at once", () => {
  it("are stored in one transaction, and each boat gets its own answer", async () => {
    const [a, b, c] = ordinary as readonly [LiveBoat, LiveBoat, LiveBoat];
    const rows = [row({ latitude: 59.1 }), row({ latitude: 59.2 })];
    const outcomes = await together([
      [a, { rows, select: "time,latitude" }],
      [b, { select: "vessel_id" }],
      [c, { headers: { Prefer: "return=minimal" } }],
      [await newBoat(), { select: "*" }],
    ]);
    expectOne(outcomes);
    const [two, id, nothing, whole] = outcomes.map(({ answer }) => answer);
    expect(two?.json.map(({ latitude }: { latitude: number }) => latitude)).toEqual([59.1, 59.2]);
    expect(new Date(two?.json[0].time).toISOString()).toBe(rows[0]?.time);
    expect(id?.json).toEqual([{ vessel_id: b.vesselId }]);
    expect(nothing?.text).toBe("");
    expect(whole?.json[0]).toMatchObject({
      latitude: 59.8,
      metrics: { "environment.depth.belowTransducer": 8 },
    });
  });

  it("are counted, and are contact, for each boat", async () => {
    const read = () =>
      asService(sql`
        select s.total::float8 as total, s.today::float8 as today, d."time"::text as heard, due.n
        from app.stored_bytes s join api.metadata d using (vessel_id)
        cross join lateral (select count(*)::int as n from app.metric_days_due u where u.vessel_id = s.vessel_id) due
        where s.vessel_id in (select json_array_elements_text(${JSON.stringify(ordinary.map(({ vesselId }) => vesselId))}::json))
        order by s.vessel_id`);
    const before = await read();
    expectOne(await together(ordinary.map((boat) => [boat] as const)));
    const after = await read();
    expect(after).toHaveLength(3);
    for (const [at, one] of after.entries()) {
      expect(Number(one.total) - Number(before[at]?.total)).toBeGreaterThan(150);
      expect(Number(one.today) - Number(before[at]?.today)).toBeGreaterThan(150);
      expect(one.heard).not.toBe(before[at]?.heard);
      expect(one.n).toBeGreaterThan(0);
    }
  });

  it("of one boat stay in order, although others are between them", async () => {
    const [a, b] = ordinary as readonly [LiveBoat, LiveBoat];
    const rows = Array.from({ length: 4 }, () => row());
    const [first, other, ...more] = await together([
      [a, { rows: rows.slice(0, 1) }],
      [b],
      ...rows.slice(1).map((one) => [a, { rows: [one] }] as const),
    ]);
    if (first === undefined || other === undefined) throw new Error("no outcomes");
    expectOne([first, other]);
    const stored = [first, ...more].map((one) => Number(one.stored));
    expect(new Set(stored).size).toBe(4);
    expect(stored).toEqual([...stored].sort((x, y) => x - y));
  });
});

describe("each boat is judged as if she were alone:", () => {
  it("a token that was replaced", async () => {
    const odd = await newBoat();
    await asService(
      sql`update app.vessels set token_version = token_version + 1 where vessel_id = ${odd.vesselId} returning 1`,
    );
    const { answer, stored } = await among(odd);
    expect([answer.status, answer.json.message, stored]).toEqual([400, "Invalid vessel", null]);
  });

  it("an owner who may not sign in any more", async () => {
    const odd = await newBoat();
    await asService(sql`update app.accounts set disabled = true where email = ${odd.email} returning 1`);
    const { answer, stored } = await among(odd);
    expect([answer.status, answer.json.message, stored]).toEqual([400, "Invalid vessel", null]);
  });

  it("a boat without an owner", async () => {
    const odd = await newBoat();
    // Without the triggers, which change her rules, too.
    await service.database.owner.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`update app.memberships set role = 'guest' where vessel_id = ${odd.vesselId}`);
    });
    const { answer, stored } = await among(odd);
    expect([answer.status, answer.json.message, stored]).toEqual([400, "Invalid vessel", null]);
  });

  it.each([
    ["total", MOST],
    ["today", DAILY],
  ] as const)("what she may store: %s", async (column, most) => {
    const odd = await newBoat();
    const fill = (left: number) =>
      asService(
        column === "total"
          ? sql`update app.stored_bytes set total = ${most - left} where vessel_id = ${odd.vesselId} returning 1`
          : sql`update app.stored_bytes set today = ${most - left} where vessel_id = ${odd.vesselId} returning 1`,
      );
    await fill(10);
    const full = await among(odd);
    expect([full.answer.status, full.answer.json.code, full.stored]).toEqual([507, "PT507", null]);
    // Near her limit her exact bytes decide, so she goes alone.
    await fill(400);
    const near = await among(odd);
    expect([near.answer.status, near.isApart]).toEqual([201, true]);
  });

  it("rules that were changed", async () => {
    const odd = await newBoat();
    const rule = {
      name: "Shallow",
      kind: "below",
      key: "environment.depth.belowTransducer",
      low: 3,
      after: "0 s",
    };
    const made = await api.post("/alert_rules", rule, { token: odd.userToken });
    expect(made.status, made.text).toBe(201);
    const { answer, isApart } = await among(odd, { rows: [row({ metrics: { [rule.key]: 2 } })] });
    expect([answer.status, isApart]).toEqual([201, true]);
    const raised = () =>
      asService(sql`select state from app.alerts where vessel_id = ${odd.vesselId} order by id`);
    expect(await raised()).toEqual([{ state: "raised" }]);
    // With rules that are known she goes with the others, and they are judged.
    const cleared = await among(odd, { rows: [row({ metrics: { [rule.key]: 9 } })] });
    expect(cleared.isApart).toBe(false);
    expect(await raised()).toEqual([{ state: "cleared" }]);
  });

  it("what her rules remember, stored for all in one statement and for no other", async () => {
    const key = "environment.depth.belowTransducer";
    const [one, two] = [await newBoat(), await newBoat()];
    for (const [boat, low] of [
      [one, 3],
      [two, 1],
    ] as const) {
      const rule = { name: "Shallow", kind: "below", key, low, after: "PT1H" };
      expect((await api.post("/alert_rules", rule, { token: boat.userToken })).status).toBe(201);
      // Her rules are known from the next row on.
      expect((await fleet.post(boat)).status).toBe(201);
    }
    const shallow = (): object => row({ metrics: { [key]: 2 } });
    expectOne(
      await together([
        [one, { rows: [shallow()] }],
        [two, { rows: [shallow()] }],
      ]),
    );
    const kept = (boat: LiveBoat) =>
      asService(sql`
        select xmin::text as id, exists (
          select from jsonb_each(state -> 'rules') r where r.value ? 'since') as begun
        from app.watch_states where vessel_id = ${boat.vesselId}`);
    const [[first], [second]] = [await kept(one), await kept(two)];
    expect([first?.begun, second?.begun]).toEqual([true, false]);
    expect(first?.id).toBe(second?.id);
    const states = JSON.stringify([{ vessel: two.vesselId, state: {}, due: null }]);
    await acting(service.database, { role: "vessel_role", claims: { vid: one.vesselId, ver: 1 } }, (tx) =>
      tx.run(sql`select app.save_watch_states(${states}::jsonb)`),
    );
    expect(await kept(two)).toEqual([second]);
  });

  it("a logbook that was edited", async () => {
    const odd = await newBoat();
    await asService(
      sql`update app.fold_states set revision = gen_random_uuid() where vessel_id = ${odd.vesselId} returning 1`,
    );
    expect(await among(odd)).toMatchObject({ answer: { status: 201 }, isApart: true });
    expect(await among(odd)).toMatchObject({ answer: { status: 201 }, isApart: false });
  });

  it("a row that another process stored", async () => {
    const odd = await newBoat();
    const before = row();
    await asService(sql`
      insert into app.metrics (vessel_id, "time", latitude, longitude) values (${odd.vesselId}, ${before.time}::timestamptz, 59.8, 22.9) returning 1`);
    expect(await among(odd)).toMatchObject({ answer: { status: 201 }, isApart: true });
  });

  it("a boat that was offline, whose return sends a message", async () => {
    const odd = await newBoat();
    await asService(
      sql`update api.metadata set active = false where vessel_id = ${odd.vesselId} returning 1`,
    );
    expect(await among(odd)).toMatchObject({ answer: { status: 201 }, isApart: true });
  });

  it("rows that are refused, sent again, late, too many or with a key", async () => {
    const odd = await newBoat();
    const bad = await among(odd, { rows: [row(), row({ latitude: 95 })] });
    expect([bad.answer.status, bad.answer.json.length, bad.isApart]).toEqual([201, 1, true]);
    const late = row();
    expect((await among(odd)).isApart).toBe(false);
    expect(await among(odd, { rows: [late] })).toMatchObject({ answer: { status: 201 }, isApart: true });
    const twice = row();
    expect(await among(odd, { rows: [twice, twice] })).toMatchObject({
      answer: { status: 201 },
      isApart: true,
    });
    const many = Array.from({ length: 40 }, () => row());
    expect(await among(odd, { rows: many })).toMatchObject({ answer: { status: 201 }, isApart: true });
    const keyed = await among(odd, { headers: { "Idempotency-Key": "once" } });
    expect([keyed.answer.status, keyed.isApart]).toEqual([201, true]);
    const failing = await among(odd, { select: "nothing" });
    expect([failing.answer.status, failing.stored]).toEqual([400, null]);
    // What failed is not remembered.
    expect(await among(odd)).toMatchObject({ answer: { status: 201 }, isApart: true });
    expect(await among(odd)).toMatchObject({ answer: { status: 201 }, isApart: false });
  });
});
