/** People who have moved to another cell, or are on their way here. */
import type { Tx } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { ApiError } from "../../errors.ts";

/** The header in which a refusal names the cell where the request belongs. */
export const CELL_HEADER = "Wakelog-Cell";

/** The cell to which the account with an e-mail address has moved, and that is not here again; null if there is none. */
export async function movedTo(tx: Tx, email: string): Promise<string | null> {
  const [row] = await tx.query(sql`
    select m.cell from app.moved m
    where lower(m.email) = lower(${email.trim()}::text)
      and not exists (select from app.accounts a where lower(a.email) = lower(m.email))
    order by m.moved_at desc limit 1`);
  return typeof row?.cell === "string" ? row.cell : null;
}

/** Refuses what is for the cell to which an account has moved. */
export async function refuseMoved(tx: Tx, accountId: string): Promise<void> {
  const [row] = await tx.query(sql`select m.cell from app.moved m where m.id = ${accountId}`);
  if (typeof row?.cell === "string") throw misdirected(row.cell);
}

/**
 * Where the account with an e-mail address is, as far as this cell knows: here, or where it went. An account that is on
 * its way here is still where it comes from, until that cell has put up the signpost.
 * @param own this cell's name
 * @returns the cell's name; null if nothing is known
 */
export async function placeOfAddress(tx: Tx, email: string, own: string): Promise<string | null> {
  const [row] = await tx.query(sql`
    select from app.accounts a where lower(a.email) = lower(${email.trim()}::text)
      and not exists (select from app.arriving r where r.account_id = a.account_id and r.opened_at is null)`);
  return row === undefined ? movedTo(tx, email) : own;
}

/** Whether the account is locked only because it is not all here yet. */
export async function isArriving(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from app.arriving where account_id = ${accountId} and opened_at is null`);
  return rows.length > 0;
}

/** 421: the request belongs to another cell. */
export function misdirected(cell: string): ApiError {
  return new ApiError({
    code: "PT421",
    status: 421,
    message: `This is kept in the cell ${cell} now`,
    hint: "Ask the operator of this service.",
    headers: [[CELL_HEADER, cell]],
  });
}

/** 503: a move ends in a moment. */
export function onItsWay(): ApiError {
  return new ApiError({
    code: "PT503",
    status: 503,
    message: "The account is on its way to this cell",
    hint: "Wait until that is done, then try again.",
    headers: [["Retry-After", "5"]],
  });
}
