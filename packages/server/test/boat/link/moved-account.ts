/** Moves the account of a linked boat to another installation, in a file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Sailor } from "../../../../../test/support/client.ts";
import type { ServiceForTests } from "../../../../../test/support/service.ts";
import { exportAccount } from "../../../src/service/account-file/export-account.ts";
import { importAccount } from "../../../src/service/account-file/import-account.ts";

/** The account as it was when it was written to a file. */
export interface WrittenAccount {
  /** Reads it into another installation. @returns its owner there */
  readInto(there: ServiceForTests): Promise<Sailor>;
}

/** Writes an account to a file. */
export async function writtenAccount(here: ServiceForTests, sailor: Sailor): Promise<WrittenAccount> {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-moved-"));
  const file = join(folder, "account.zip");
  const { email, password } = sailor;
  await exportAccount(here.database, email, file);
  const [row] = await here.database.owner.transaction((tx) =>
    tx.query(sql`select password_hash from app.accounts where email = ${email}`),
  );
  return {
    async readInto(there) {
      await importAccount(there.database, file, String(row?.password_hash), 40);
      rmSync(folder, { recursive: true });
      const { json } = await there.api.post("/rpc/login", { email, pass: password });
      return { ...sailor, userToken: json.token };
    },
  };
}
