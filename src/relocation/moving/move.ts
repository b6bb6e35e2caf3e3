/**
 * Moves an account with its vessels to another cell, ids kept. Most of what boats measured is brought while they go on
 * sending. Then the vessels' lock is held, the rest is brought, and one transaction here lets go of the account and puts
 * up the signpost: until it commits everything is here, afterwards everything is there. Whatever ends it, it can be run again.
 */
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { removeAccount } from "../../accounts/leaving/deletion.ts";
import { DatabaseError, type Tx } from "../../db/database.ts";
import type { Postgres } from "../../db/postgres.ts";
import { ident, sql } from "../../db/sql.ts";
import { bringAll, bringVessel, open } from "./carrying.ts";
import { checkCells } from "./check-cells.ts";
import { bringMetrics } from "./metric-days.ts";
import { MOVED_TABLES, type Party } from "./moved-tables.ts";

/** The two databases, and the name of the cell that the second one is of. */
export interface Ways {
  readonly from: Postgres;
  readonly to: Postgres;
  readonly cell: string;
}

/** What was moved. */
export interface Moved {
  readonly vessels: number;
  /** Rows that were sent; none if an earlier run had sent them all. */
  readonly rows: number;
}

const ROLE = { role: "wakelog_worker" } as const;
const ONE_MOMENT = { ...ROLE, isolation: "repeatable read" } as const;
/** Tries of the last step, which fails where somebody writes at the same moment. */
const TRIES = 20;
const PAUSE_MS = 1_000;
/** How long the last step waits for somebody who is writing; whoever posts meanwhile waits as long. */
const PATIENCE = "8s";
/** SQLSTATEs: deadlock, lock not available. */
const IN_THE_WAY: readonly string[] = ["40P01", "55P03"];

/** @throws Error if there is no such account, it is shared with others, or it cannot be in that cell */
export async function moveAccount(ways: Ways, email: string): Promise<Moved> {
  await checkCells(ways);
  for (let tries = 1; ; tries++) {
    const leaving = await partyOf(ways, email);
    if (leaving === null) return finish(ways, email);
    await ways.from.transaction((tx) => checkAlone(tx, leaving), ROLE);
    await ways.to.transaction((tx) => checkFree(tx, leaving, email, ways.cell), ROLE);
    const rows = await bringMost(ways, leaving);
    try {
      await handOver(ways, leaving, email);
    } catch (fault) {
      const isInTheWay =
        fault instanceof Disturbed || (fault instanceof DatabaseError && IN_THE_WAY.includes(fault.sqlstate));
      if (!isInTheWay || tries === TRIES) throw fault;
      await pause(PAUSE_MS);
      continue;
    }
    await ways.to.transaction((tx) => open(tx, leaving), ROLE);
    return { vessels: leaving.vessels.length, rows };
  }
}

/** Deletes there what an unfinished move has brought. @throws Error if it is finished */
export async function undoMove(ways: Ways, email: string): Promise<void> {
  await checkCells(ways);
  const staying = await partyOf(ways, email);
  if (staying === null) throw new Error(`${email} has left already; move it back from the cell ${ways.cell}`);
  await ways.to.transaction(async (tx) => {
    await checkFree(tx, staying, email, ways.cell);
    await removeAccount(tx, { ...staying, email: "" });
  }, ROLE);
}

const Tenants = z.object({ account_id: z.string(), vessels: z.array(z.string()) });

/** Who is to move; null if nobody here has that address. */
async function partyOf({ from }: Ways, email: string): Promise<Party | null> {
  const [row] = await from.transaction(
    (tx) =>
      tx.query(sql`
        select a.account_id, array(
          select m.vessel_id from app.memberships m where m.account_id = a.account_id order by m.created_at) as vessels
        from app.accounts a where lower(a.email) = lower(${email}::text)`),
    ROLE,
  );
  if (row === undefined) return null;
  const { account_id, vessels } = Tenants.parse(row);
  return { accountId: account_id, vessels };
}

/** @throws Error if the boats are shared with others, or a move to this cell is not finished */
async function checkAlone(tx: Tx, { accountId, vessels }: Party): Promise<void> {
  const [shared] = await tx.query(sql`
    select v.name from app.memberships m join app.vessels v using (vessel_id)
    where m.vessel_id = any (${vessels}::text[]) and (m.account_id <> ${accountId} or m.role <> 'owner') limit 1`);
  if (shared !== undefined)
    throw new Error(
      `the boat ${String(shared.name)} is shared with others, who would be left behind; nothing was moved`,
    );
  const arriving = await tx.query(sql`
    select from app.arriving where account_id = ${accountId} and opened_at is null`);
  if (arriving.length > 0)
    throw new Error("the account is still on its way to this cell; finish that move first, where it began");
}

/** @throws Error if the account, its address or a vessel is there and not just brought */
async function checkFree(tx: Tx, { accountId, vessels }: Party, email: string, cell: string): Promise<void> {
  const taken = await tx.query(sql`
    select from app.accounts a
    where (a.account_id = ${accountId} or lower(a.email) = lower(${email}::text))
      and not exists (select from app.arriving r
        where r.account_id = a.account_id and r.account_id = ${accountId} and r.opened_at is null)`);
  if (taken.length > 0)
    throw new Error(`the cell ${cell} has an account with the address ${email} already; nothing was moved`);
  const owned = await tx.query(sql`
    select from app.memberships where vessel_id = any (${vessels}::text[]) and account_id <> ${accountId}`);
  if (owned.length > 0) throw new Error(`the cell ${cell} has a boat with the same id; nothing was moved`);
}

/** What boats measured until now, while they go on sending. */
async function bringMost({ from, to }: Ways, { vessels }: Party): Promise<number> {
  let rows = 0;
  for (const vessel of vessels) {
    rows += await from.transaction(
      (here) =>
        to.transaction(async (there) => {
          await bringVessel(here, there, vessel);
          return bringMetrics(here, there, vessel);
        }, ROLE),
      ONE_MOMENT,
    );
  }
  return rows;
}

/** The last step. Whoever writes meanwhile waits, and then learns that the account has moved: `elsewhere` passes that on. */
async function handOver({ from, to, cell }: Ways, leaving: Party, email: string): Promise<void> {
  const { accountId, vessels } = leaving;
  await from.transaction(async (tx) => {
    await freeze(tx, leaving);
    const brought = await from.transaction(async (here) => {
      await to.transaction((there) => bringAll(here, there, leaving), ROLE);
      return looseRows(here, leaving);
    }, ONE_MOMENT);
    if ((await looseRows(tx, leaving)) !== brought) throw new Disturbed();
    await removeAccount(tx, { accountId, email, vessels });
    await tx.run(sql`
      insert into app.moved (id, email, cell)
      select id, case when id = ${accountId} then ${email}::text end, ${cell}
      from unnest(${[accountId, ...vessels]}::text[]) id
      on conflict (id) do update set email = excluded.email, cell = excluded.cell, moved_at = now()`);
  }, ROLE);
}

/** Has every row of theirs stay as it is until the transaction ends; rows that depend on these cannot be added either. */
async function freeze(tx: Tx, leaving: Party): Promise<void> {
  const { accountId, vessels } = leaving;
  await tx.run(sql`select set_config('lock_timeout', ${PATIENCE}, true)`);
  for (const vessel of [...vessels].sort()) await tx.run(sql`select app.lock_vessel(${vessel}::text)`);
  await tx.run(
    sql`select from app.vessels where vessel_id = any (${vessels}::text[]) order by vessel_id for update`,
  );
  for (const { schema, name, which } of MOVED_TABLES)
    await tx.run(sql`select from ${ident(schema, name)} where ${which(leaving)} for update`);
  const [known] = await tx.query(sql`
    select array(select vessel_id from app.memberships where account_id = ${accountId} order by created_at) as vessels`);
  if (JSON.stringify(known?.vessels) !== JSON.stringify(vessels)) throw new Disturbed();
}

/** Somebody wrote what the last step did not see. */
class Disturbed extends Error {
  constructor() {
    super("the account is being changed all the time; try again when less is going on");
  }
}

/** How many rows they have that depend on no other row, and so can be added at any time. */
async function looseRows(tx: Tx, { accountId, vessels }: Party): Promise<string> {
  const { rows } = await tx.run(sql`
    select (select count(*) from app.events where ref_id = any (${[accountId, ...vessels]}::text[])),
      (select count(*) from app.metrics_rejected where vessel_id = any (${vessels}::text[]))`);
  return String(rows[0]);
}

/** After the account has left: opens it there, if that is still to be done. */
async function finish({ from, to, cell }: Ways, email: string): Promise<Moved> {
  const [row] = await from.transaction(
    (tx) =>
      tx.query(sql`select id from app.moved where lower(email) = lower(${email}::text) and cell = ${cell}`),
    ROLE,
  );
  if (row === undefined) throw new Error(`no account has the e-mail address ${email}`);
  const accountId = String(row.id);
  return to.transaction(async (tx) => {
    const vessels = (
      await tx.run(sql`select vessel_id from app.memberships where account_id = ${accountId}`)
    ).rows.map(([vessel]) => String(vessel));
    await open(tx, { accountId, vessels });
    return { vessels: vessels.length, rows: 0 };
  }, ROLE);
}
