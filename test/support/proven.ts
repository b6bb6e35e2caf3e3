/** Users with proven addresses, as a starting point; proving has its own tests. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { TestService } from "./service.ts";

/** Proves addresses, as the mailed code does. */
export async function prove(
  service: Pick<TestService, "database">,
  ...emails: readonly string[]
): Promise<void> {
  await service.database.owner.transaction(async (tx) => {
    for (const email of emails) {
      await tx.run(sql`
        update app.accounts set preferences = preferences || '{"email_valid": true}' where email = ${email}`);
    }
  });
}

/** Advances past rate limits for mail and passwords, and the expiry of codes. */
export async function letTimePass(service: Pick<TestService, "database">, seconds: number): Promise<void> {
  await service.database.owner.transaction(async (tx) => {
    await tx.run(sql`update app.attempts set since = since - make_interval(secs => ${seconds}::int)`);
    await tx.run(sql`
      update app.one_time_codes set issued_at = issued_at - make_interval(secs => ${seconds}::int)`);
  });
}
