/** What users' programs need to know about this installation. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { vapidKeys } from "./channels/vapid.ts";

/** Stores the public key that browsers need for web push; `settings_fn` shows it. */
export async function publishKeys(tx: Tx, secret: string): Promise<void> {
  const { publicKey } = vapidKeys(secret);
  await tx.run(sql`
    insert into app.installation_facts as f (name, value) values ('webpush_public_key', ${publicKey})
    on conflict (name) do update set value = excluded.value where f.value <> excluded.value`);
}
