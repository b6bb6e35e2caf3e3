/** A move that is killed, at each of its points: it can be run again or undone, and nothing is lost or there twice. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Sql, sql } from "../../src/db/sql.ts";
import { expectAsCalm, season, sendOn } from "../faults/plugin.ts";
import { type Running, runCli } from "../support/cli.ts";
import { newSailor, type Sailor } from "../support/client.ts";
import { TEST_SECRET } from "../support/server.ts";
import { idsOf, type TwoCells, twoCells } from "./two-cells.ts";

const PATIENCE = { timeout: 120_000, interval: 20 };
let cells: TwoCells;
beforeAll(async () => {
  cells = await twoCells();
}, 60_000);
afterAll(() => cells?.stop());

const wakelog = (args: readonly string[]): Running =>
  runCli(args, { ...cells.moving("north"), WAKELOG_JWT_SECRET: TEST_SECRET });

async function rowsIn(cell: "north" | "south", statement: Sql): Promise<number> {
  return (await cells[cell].database.owner.transaction((tx) => tx.run(statement))).rows.length;
}

/** Starts a move and kills it once `reached`; `held` is locked meanwhile in a cell, so that it comes no further. */
async function killedWhen(
  { email }: Sailor,
  held: readonly ["north" | "south", Sql],
  reached: () => Promise<boolean>,
): Promise<void> {
  const [cell, lock] = held;
  await cells[cell].database.owner.transaction(async (tx) => {
    await tx.run(lock);
    const move = wakelog(["move", email, "south"]);
    await vi.waitFor(async () => expect(await reached(), move.output()).toBe(true), PATIENCE);
    await sleep(200);
    move.process.kill("SIGKILL");
    expect(await move.ended).toBe("SIGKILL");
  });
}

/** Whether the move waits for a lock in a cell. */
const waitsIn = (cell: "north" | "south", name: string) => async () =>
  (await rowsIn(
    cell,
    sql`select from pg_stat_activity
      where application_name = ${name} and wait_event_type = 'Lock' and datname = current_database()`,
  )) > 0;

/** Lets an account open in the south only when nobody holds an advisory lock: nothing else is locked just before. */
async function holdOpening(): Promise<void> {
  await cells.south.database.owner.transaction(async (tx) => {
    await tx.run(sql`
      create function app.hold_opening() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return new; end'`);
    await tx.run(sql`
      create trigger hold_opening before update of opened_at on app.arriving for each row
      execute function app.hold_opening()`);
  });
}

it("is finished by running it again, wherever it was killed", { timeout: 600_000 }, async () => {
  const { atNorth, atSouth } = cells;
  const rows = season(60, Date.now() - 70 * 86_400_000);
  let isOver = false;
  const sailor = await newSailor(atNorth, "Petrel");
  const ids = await idsOf(cells.north, sailor);
  const boat = sendOn(
    () => atNorth,
    sailor,
    rows,
    () => isOver,
    { batch: 10, pauseMs: 200 },
  );
  await vi.waitFor(() => expect(boat.acknowledgedAt.length).toBeGreaterThan(20), PATIENCE);
  const own = sql`select from app.accounts where account_id = ${ids.account}`;

  // While rows are sent ahead: nothing of them is there yet.
  const writing = sql`lock table api.metrics in share mode`;
  await killedWhen(sailor, ["south", writing], waitsIn("south", "wakelog move"));
  expect(await rowsIn("north", own)).toBe(1);
  // In the last step, before anything of it is there.
  const naming = sql`select app.choose_public_name()`;
  await killedWhen(sailor, ["south", naming], waitsIn("south", "wakelog move"));
  expect([await rowsIn("north", own), await rowsIn("south", own)]).toEqual([1, 0]);
  // All of it is there, locked; here it has not left.
  const signposts = sql`lock table app.moved in share mode`;
  await killedWhen(sailor, ["north", signposts], waitsIn("north", "wakelog service"));
  expect([await rowsIn("north", own), await rowsIn("south", own)]).toEqual([1, 1]);
  // The boat goes on sending to where it is.
  const count = boat.acknowledgedAt.length;
  await vi.waitFor(() => expect(boat.acknowledgedAt.length).toBeGreaterThan(count), PATIENCE);
  // Undone, and begun again: it has left, and is not open there.
  await wakelog(["move", sailor.email, "south", "--undo"]).until(
    /stays here; nothing of it is left in south/,
  );
  expect(await rowsIn("south", sql`select from api.metrics where vessel_id = ${ids.vessel}`)).toBe(0);
  await holdOpening();
  await killedWhen(
    sailor,
    ["south", sql`select pg_advisory_xact_lock(1)`],
    async () => (await rowsIn("north", own)) === 0,
  );
  expect([await rowsIn("north", own), await rowsIn("south", own)]).toEqual([0, 1]);
  const refused = await atNorth.get("/logs_view", { token: sailor.userToken });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);

  const last = wakelog(["move", sailor.email, "south"]);
  expect(await last.ended, last.output()).toBe(0);
  const moved = boat.acknowledgedAt.length;
  await vi.waitFor(() => expect(boat.acknowledgedAt.length).toBeGreaterThan(moved + 10), PATIENCE);
  isOver = true;
  await boat.acknowledged;
  await cells.south.drainJobs();
  await expectAsCalm(atSouth, [boat], rows, "after four kills", { timeout: 120_000, interval: 500 });
  const again = wakelog(["move", sailor.email, "south"]);
  expect(await again.ended, again.output()).toBe(0);
});
