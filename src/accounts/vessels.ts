/** A person's vessel and its token. */
import { DatabaseError, type Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { HandlerContext, JsonObject } from "../engine/handlers.ts";
import { ApiError, raise } from "../errors.ts";
import { enqueue } from "../jobs/queue.ts";
import { type AccountsService, callersAccount, requiredText } from "./service.ts";

interface OwnVessel {
  readonly vesselId: string;
  readonly tokenVersion: number;
  readonly email: string;
}

/** `POST /rpc/register_vessel`: the caller's vessel, made at the first call, and a token for its plugin. */
export async function registerVessel(
  own: AccountsService,
  args: JsonObject,
  context: HandlerContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const email = requiredText(args, "vessel_email");
  const name = requiredText(args, "vessel_name").trim();
  const mmsi =
    typeof args.vessel_mmsi === "string" && /^\d+$/.test(args.vessel_mmsi.trim())
      ? args.vessel_mmsi.trim()
      : null;
  const vessel = await own.service(async (tx) => {
    const [account] = await tx.query(sql`
      select email, lower(email) = lower(${email.trim()}::text) as same
      from app.accounts where account_id = ${accountId} for update`);
    if (account === undefined) return raise("P0001", "Invalid user", { hint: "Unknown user or password" });
    if (account.same !== true) {
      return raise("42501", "a vessel is registered to your own account", {
        hint: "Give your own e-mail address as vessel_email.",
      });
    }
    const known = await ownVessel(tx, accountId);
    return known ?? (await insertVessel(tx, { accountId, email: String(account.email), name, mmsi }));
  });
  return { token: await own.tokens.vessel(vessel) };
}

/** `POST /rpc/rotate_vessel_token_fn`: a new token for the caller's vessel; the old one is refused from now on. */
export async function rotateVesselToken(
  own: AccountsService,
  _args: JsonObject,
  context: HandlerContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const vessel = await own.service(async (tx) => {
    const known = await ownVessel(tx, accountId);
    if (known === null)
      return raise("PT551", "Vessel Required", { details: "Invalid vessel", hint: "Unknown vessel" });
    const [row] = await tx.query(sql`
      update app.vessels set token_version = token_version + 1, updated_at = now()
      where vessel_id = ${known.vesselId} returning token_version`);
    return { ...known, tokenVersion: Number(row?.token_version) };
  });
  return { token: await own.tokens.vessel(vessel) };
}

async function ownVessel(tx: Tx, accountId: string): Promise<OwnVessel | null> {
  const [row] = await tx.query(sql`
    select v.vessel_id, v.token_version, a.email
    from app.memberships m
    join app.vessels v using (vessel_id)
    join app.accounts a using (account_id)
    where m.account_id = ${accountId} and m.role = 'owner'
    order by m.created_at limit 1`);
  if (row === undefined) return null;
  return {
    vesselId: String(row.vessel_id),
    tokenVersion: Number(row.token_version),
    email: String(row.email),
  };
}

async function insertVessel(
  tx: Tx,
  vessel: {
    readonly accountId: string;
    readonly email: string;
    readonly name: string;
    readonly mmsi: string | null;
  },
): Promise<OwnVessel> {
  // Public pages are addressed by a word: the boat's name without spaces and signs, if nobody else's pages have it.
  const publicName = [...vessel.name.replace(/[^\p{L}\p{N}_]+/gu, "")].slice(0, 50).join("");
  try {
    const [row] = await tx.query(sql`
      with made as (
        insert into app.vessels (name, mmsi) values (${vessel.name}, ${vessel.mmsi}::numeric)
        returning vessel_id, token_version
      ), joined as (
        insert into app.memberships (account_id, vessel_id) select ${vessel.accountId}, vessel_id from made
      ), published as (
        update app.accounts
        set preferences = preferences || jsonb_build_object('public_vessel', app.free_public_name(${publicName}))
        where account_id = ${vessel.accountId} and ${publicName} <> ''
          and coalesce(preferences ->> 'public_vessel', '') = ''
      )
      select * from made`);
    const vesselId = String(row?.vessel_id);
    await enqueue(tx, { channel: "new_vessel", payload: vessel.email, refId: vesselId });
    return { vesselId, tokenVersion: Number(row?.token_version), email: vessel.email };
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === "vessels_mmsi_key") {
      throw new ApiError({
        code: "23505",
        status: 409,
        message: `another vessel has the MMSI ${vessel.mmsi}`,
        hint: "Check the number; leave it empty if you do not know it.",
      });
    }
    throw error;
  }
}
