/** A person's vessel and its token. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { CallContext, JsonObject } from "../engine/handlers.ts";
import { raise } from "../errors.ts";
import { enqueue } from "../jobs/queue.ts";
import { type AccountDependencies, callersAccount, requiredText } from "./dependencies.ts";
import { checkName } from "./names.ts";
import { confirmPassword } from "./own-account/confirm-password.ts";

interface OwnVessel {
  readonly vesselId: string;
  readonly tokenVersion: number;
  readonly email: string;
}

/**
 * `POST /rpc/register_vessel`: the caller's vessel, created by the first call, and a token for its plugin. A caller who
 * already has a vessel must confirm the password, because the token never expires.
 */
export async function registerVessel(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const email = requiredText(args, "vessel_email");
  const name = requiredText(args, "vessel_name").trim();
  const mmsi =
    typeof args.vessel_mmsi === "string" && /^\d+$/.test(args.vessel_mmsi.trim())
      ? args.vessel_mmsi.trim()
      : null;
  const known = await deps.service(async (tx) => {
    await checkOwnEmail(tx, accountId, email);
    return ownVessel(tx, accountId);
  });
  if (known !== null) {
    await confirmPassword(deps, args, context);
    return { token: await deps.tokens.vessel(known) };
  }
  const vessel = await deps.service(async (tx) => {
    await checkName(tx, "The name of a boat", name, 3);
    const account = await checkOwnEmail(tx, accountId, email);
    // Another request may have made it in the meantime.
    return (
      (await ownVessel(tx, accountId)) ?? (await insertVessel(tx, { accountId, email: account, name, mmsi }))
    );
  });
  return { token: await deps.tokens.vessel(vessel) };
}

/** `POST /rpc/rotate_vessel_token_fn`: a new token for the caller's vessel; the old one is refused from now on. */
export async function rotateVesselToken(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const known = await deps.service((tx) => ownVessel(tx, accountId));
  if (known === null) {
    return raise("PT551", "Vessel Required", { details: "Invalid vessel", hint: "Unknown vessel" });
  }
  await confirmPassword(deps, args, context);
  const tokenVersion = await deps.service(async (tx) => {
    const [row] = await tx.query(sql`
      update app.vessels set token_version = token_version + 1, updated_at = now()
      where vessel_id = ${known.vesselId} returning token_version`);
    return Number(row?.token_version);
  });
  return { token: await deps.tokens.vessel({ ...known, tokenVersion }) };
}

/** Locks the account, and refuses an address that is not its own. @returns the address as stored */
async function checkOwnEmail(tx: Tx, accountId: string, email: string): Promise<string> {
  const [account] = await tx.query(sql`
    select email, lower(email) = lower(${email.trim()}::text) as same
    from app.accounts where account_id = ${accountId} for update`);
  if (account === undefined) return raise("P0001", "Invalid user", { hint: "Unknown user or password" });
  if (account.same === true) return String(account.email);
  return raise("42501", "you can register a vessel only to your own account", {
    hint: "Give your own e-mail address as vessel_email.",
  });
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
  // Public pages are addressed by one word: the boat's name without spaces and punctuation, if it is not taken.
  const publicName = [...vessel.name.replace(/[^\p{L}\p{N}_]+/gu, "")].slice(0, 50).join("");
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
}
