/** Tokens issued like the service's, for the two boats of a test database. */
import { tokenIssuer } from "../../packages/server/src/people/accounts/tokens.ts";
import type { Role } from "../../packages/server/test/cases/contract-types.ts";
import { TEST_SECRET } from "./server.ts";
import type { Party } from "./two-boats.ts";

/** A token per role: the party's own, the operator's, the bot's; none for a visitor. */
export async function tokensOf(party: Party): Promise<Readonly<Record<Role, string | null>>> {
  const issuer = tokenIssuer(TEST_SECRET, 1);
  const { accountId, vesselId, word } = party;
  const email = `${word}@example.org`;
  return {
    anonymous: null,
    user_role: await issuer.user({ accountId, email, vesselId, sessionVersion: 1 }),
    vessel_role: await issuer.vessel({ vesselId, email, tokenVersion: 1 }),
    admin_role: await issuer.operator("admin_role", 3600),
    messenger_role: await issuer.operator("messenger_role", 3600),
  };
}
