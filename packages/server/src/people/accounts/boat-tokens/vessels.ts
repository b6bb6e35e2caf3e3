/** A user's vessel and its token. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { enqueue } from "../../../database/jobs/queue.ts";
import { type AccountDependencies, callersAccount, requiredText } from "../dependencies.ts";
import { checkName } from "../names.ts";
import { confirmPassword } from "../own-account/confirm-password.ts";

interface OwnVessel {
  readonly vesselId: string;
  readonly tokenVersion: number;
  readonly email: string;
}

/**
 * `POST /rpc/register_vessel`: a plugin token for the current vessel, which the caller must own. Creates a vessel if
 * the account owns none. Later calls must confirm the password, because the token never expires.
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
    return currentOwnVessel(tx, accountId, context);
  });
  if (known !== null) {
    await confirmPassword(deps, args, context);
    return { token: await deps.tokens.vessel(known) };
  }
  const vessel = await deps.service(async (tx) => {
    await checkName(tx, "vessel_name", name);
    const account = await checkOwnEmail(tx, accountId, email);
    // Another request may have created it meanwhile.
    return (
      (await currentOwnVessel(tx, accountId, context)) ??
      (await insertVessel(tx, { accountId, email: account, name, mmsi }))
    );
  });
  return { token: await deps.tokens.vessel(vessel) };
}

/**
 * `POST /rpc/rotate_vessel_token_fn`: a new token for the current vessel, which the caller must own. Revokes the old
 * one.
 */
export async function rotateVesselToken(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const known = await deps.service((tx) => currentOwnVessel(tx, accountId, context));
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

/** Locks the account and refuses an address other than its own. @returns the address as stored */
async function checkOwnEmail(tx: Tx, accountId: string, email: string): Promise<string> {
  const [account] = await tx.query(sql`
    select email, lower(email) = lower(${email.trim()}::text) as same
    from app.accounts where account_id = ${accountId} for update`);
  if (account === undefined) return raise("P0001", "Invalid user", { hint: "Unknown user or password" });
  if (account.same === true) return String(account.email);
  return raise("42501", "you can register a vessel only to your own account", {
    hint: "Give your own e-mail address.",
  });
}

/**
 * The vessel in the caller's token, or else the account's first, if the account owns it; null if it owns none.
 * @throws ApiError 403 if it owns only another one
 */
async function currentOwnVessel(
  tx: Tx,
  accountId: string,
  { caller }: CallContext,
): Promise<OwnVessel | null> {
  const named = typeof caller.claims.vid === "string" ? caller.claims.vid : null;
  const owned = await tx.query(sql`
    select v.vessel_id, v.token_version, a.email, v.vessel_id = coalesce(${named}::text, (
      select f.vessel_id from app.memberships f where f.account_id = m.account_id order by f.created_at limit 1
    )) as current
    from app.memberships m
    join app.vessels v using (vessel_id)
    join app.accounts a using (account_id)
    where m.account_id = ${accountId} and m.role = 'owner'`);
  if (owned.length === 0) return null;
  const row = owned.find(({ current }) => current === true);
  if (row === undefined) {
    return raise("42501", "You do not own this boat, so you get no token for it.", {
      hint: "Ask its owner, or switch to your own boat.",
    });
  }
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
  // Public pages have one-word addresses: the boat's name without spaces and punctuation, if still free.
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
