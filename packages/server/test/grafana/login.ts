/** A login of Grafana's in a test: made as the command makes it, used as Grafana and as an attacker would. */

import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import pg from "pg";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { dropForgottenLogins, grantGrafana, revokeGrafana } from "../../src/cli/grafana/logins.ts";
import type { Installation } from "../../src/service/installation.ts";

/** What the command needs of an installation. */
export function installationOf({ owner }: TestDatabase): Pick<Installation, "owner" | "service"> {
  return { owner, service: (work) => owner.transaction(work, { role: "wakelog_worker" }) };
}

/** A user logged in to the database. */
export interface Visitor {
  readonly login: string;
  readonly password: string;
  /** Rows of one statement, or of the last of several. */
  rows(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** The SQLSTATE with which it fails; null if it does not. */
  refusal(text: string, values?: readonly unknown[]): Promise<string | null>;
  /** Notices of the server. */
  readonly said: string[];
  /** Notifications received. */
  readonly heard: string[];
  /** Another connection of the same login. */
  again(password?: string): Promise<Visitor>;
  leave(): Promise<void>;
}

/** Grants a login, and logs in. */
export async function visitor(db: TestDatabase, email: string): Promise<Visitor> {
  const { login, password } = await grantGrafana(installationOf(db), email);
  return connect(db, login, password);
}

async function connect(db: TestDatabase, login: string, password: string): Promise<Visitor> {
  const client = new pg.Client({ connectionString: connectionUrl(db.url, { user: login, password }) });
  const [said, heard]: [string[], string[]] = [[], []];
  client.on("notice", ({ message, detail }) => said.push(`${message}\n${detail ?? ""}`));
  client.on("notification", ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  // Some tests end the connection from outside.
  client.on("error", () => {});
  await client.connect();
  const rows: Visitor["rows"] = async (text, values) => {
    const result: unknown = await (values === undefined
      ? client.query(text)
      : client.query(text, [...values]));
    const last: unknown = Array.isArray(result) ? result.at(-1) : result;
    return last instanceof pg.Result ? last.rows : [];
  };
  return {
    login,
    password,
    rows,
    said,
    heard,
    async refusal(text, values) {
      try {
        await rows(text, values);
        return null;
      } catch (error) {
        if (error instanceof Error && "code" in error) return String(error.code);
        throw error;
      }
    },
    again: (other = password) => connect(db, login, other),
    leave: () => client.end().catch(() => {}),
  };
}

/** Drops the logins of these accounts: roles outlive the database of a test. */
export async function dropLogins(db: TestDatabase, emails: readonly string[]): Promise<void> {
  for (const email of emails) await revokeGrafana(installationOf(db), email).catch(() => {});
  await dropForgottenLogins(installationOf(db));
}
