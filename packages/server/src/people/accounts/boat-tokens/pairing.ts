/** Codes that link a boat: shown to an owner, entered on board. */
import { createHash, randomInt } from "node:crypto";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { z } from "zod";
import { type AccountDependencies, callersAccount } from "../dependencies.ts";
import { confirmPassword } from "../own-account/confirm-password.ts";

/** Digits and letters without those that look alike: I, L, O and U. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 8;

const begun = z.object({ expires: z.string() });

/**
 * `POST /rpc/pair_boat_fn`: a code for the current boat, which the caller must own.
 * @throws ApiError 403 for others, and without a fresh session or the password
 */
export async function pairBoat(
  deps: AccountDependencies,
  args: JsonObject,
  context: CallContext,
): Promise<JsonObject> {
  const accountId = callersAccount(context);
  const named = typeof context.caller.claims.vid === "string" ? context.caller.claims.vid : null;
  const vesselId = await deps.service(async (tx) => {
    const [row] = await tx.query(sql`
      select m.vessel_id, app.require_role(${accountId}, m.vessel_id, 'owner')
      from (
        select vessel_id from app.memberships
        where account_id = ${accountId} and vessel_id = coalesce(${named}::text, vessel_id)
        order by created_at limit 1) m`);
    return String(row?.vessel_id);
  });
  await confirmPassword(deps, args, context);
  const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const hash = createHash("sha256").update(code).digest("hex");
  const [row] = await deps.service((tx) =>
    tx.query(sql`
      select app.instant_text(app.begin_pairing(${vesselId}, ${accountId}, decode(${hash}, 'hex'))) as expires`),
  );
  const { expires } = begun.parse(row);
  return { code, line: `${addressOf(deps.apiUrl || (context.calledAt ?? ""))}/${code}`, expires };
}

/** The API's address as the line shows it. */
function addressOf(url: string): string {
  return url.replace(/^https:\/\//, "").replace(/\/$/, "");
}
