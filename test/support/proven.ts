/** People who have proven their addresses, as the starting point of a test; proving has tests of its own. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { TestService } from "./service.ts";

/** Makes addresses proven, as the mailed code does. */
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

/** Lets the time pass after which a user may ask for mail or try a password again, and codes expire. */
export async function letTimePass(service: Pick<TestService, "database">, seconds: number): Promise<void> {
  await service.database.owner.transaction(async (tx) => {
    await tx.run(sql`update app.attempts set since = since - make_interval(secs => ${seconds}::int)`);
    await tx.run(sql`
      update app.one_time_codes set issued_at = issued_at - make_interval(secs => ${seconds}::int)`);
  });
}
