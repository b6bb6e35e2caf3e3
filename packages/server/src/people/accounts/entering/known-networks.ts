/** Networks from which an owner has signed in. Attempts from elsewhere never lock the owner out of these. */
import { createHash } from "node:crypto";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { networkOf } from "../addresses.ts";

/** Days without a sign-in after which a network is forgotten. */
const KNOWN_DAYS = 180;

/** Hashed with the account, so that the table does not reveal which accounts share a network. */
function digest(accountId: string, address: string): string {
  return createHash("sha256")
    .update(`${accountId} ${networkOf(address)}`)
    .digest("base64url");
}

/** Whether the owner has signed in from this network before. */
export async function isKnownNetwork(tx: Tx, accountId: string, address: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.known_networks
    where account_id = ${accountId} and network = ${digest(accountId, address)}`);
  return rows.length > 0;
}

/** Remembers the network of a sign-in. */
export async function rememberNetwork(tx: Tx, accountId: string, address: string): Promise<void> {
  if (address === "") return;
  await tx.run(sql`
    insert into app.known_networks (account_id, network) values (${accountId}, ${digest(accountId, address)})
    on conflict (account_id, network) do update set seen_at = now()`);
}

export async function pruneKnownNetworks(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from app.known_networks where seen_at < now() - make_interval(days => ${KNOWN_DAYS}::int)`);
}
