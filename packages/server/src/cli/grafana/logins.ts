/**
 * Logins with which Grafana reads one account's boats by SQL (`packages/server/sql/code/80_grafana`). Access is
 * decided by the login. A login can lift the limits set here, so they are a courtesy, not security.
 */
import { randomBytes } from "node:crypto";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { ident, literal, sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { scramVerifier } from "../../database/migrations/scram.ts";
import { accountByEmail } from "../../people/accounts/accounts.ts";
import type { Installation } from "../../service/installation.ts";

/** A login to hand to its user. */
export interface Granted {
  readonly login: string;
  readonly password: string;
  /**
   * Whether everything is revoked that PostgreSQL grants to all logins; see
   * `packages/server/sql/code/80_grafana/30_catalogue.sql`.
   */
  readonly isShut: boolean;
}

const Login = z.object({ login: z.string() });

/**
 * Creates the account's login, or replaces its password and ends its connections.
 * @throws Error if no account has the address
 */
export async function grantGrafana(
  { owner, service }: Pick<Installation, "owner" | "service">,
  email: string,
): Promise<Granted> {
  const accountId = await service((tx) => accountOf(tx, email));
  const known = await service((tx) => loginOf(tx, accountId));
  const login = known ?? `wakelog_grafana_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(24).toString("base64url");
  const isShut = await owner.transaction(async (tx) => {
    // A restored database comes without its roles.
    if (!(await isRole(tx, login))) {
      await tx.run(sql`
        create role ${ident(login)} login connection limit 4
          nosuperuser nocreatedb nocreaterole noreplication nobypassrls`);
    }
    await tx.run(sql`grant wakelog_grafana to ${ident(login)}`);
    // A member of the role can end its connections.
    await tx.run(sql`grant ${ident(login)} to wakelog_worker`);
    await tx.run(sql`
      insert into app.grafana_logins (login, account_id) values (${login}, ${accountId}) on conflict do nothing`);
    // As a verifier, so that no server log contains the password.
    await tx.run(sql`alter role ${ident(login)} login password ${literal(scramVerifier(password))}`);
    await tx.run(sql`alter role ${ident(login)} set default_transaction_read_only = on`);
    await tx.run(sql`alter role ${ident(login)} set statement_timeout = '15s'`);
    await tx.run(sql`alter role ${ident(login)} set idle_in_transaction_session_timeout = '30s'`);
    await tx.run(sql`alter role ${ident(login)} set search_path = grafana`);
    const [row] = await tx.query(sql`
      select rolsuper, app.close_catalogue() as shut from pg_roles where rolname = current_user`);
    const { rolsuper, shut } = z.object({ rolsuper: z.boolean(), shut: z.boolean() }).parse(row);
    if (rolsuper) {
      // The login cannot lift these: disk space for sorting, and logging.
      await tx.run(sql`alter role ${ident(login)} set temp_file_limit = '256MB'`);
      await tx.run(sql`alter role ${ident(login)} set log_min_messages = fatal`);
    }
    return shut;
  });
  await service((tx) => tx.run(sql`select app.end_grafana(${login}::name)`));
  return { login, password, isShut };
}

/**
 * Removes the account's login. @returns its name
 * @throws Error if no account has the address, or it has no login
 */
export async function revokeGrafana(
  installation: Pick<Installation, "owner" | "service">,
  email: string,
): Promise<string> {
  const login = await installation.service(async (tx) => loginOf(tx, await accountOf(tx, email)));
  if (login === null) throw new Error(`${email} has no login for Grafana`);
  await dropLogin(installation, login);
  return login;
}

/** Drops logins of deleted accounts, which can no longer read anything. */
export async function dropForgottenLogins(
  installation: Pick<Installation, "owner" | "service">,
): Promise<void> {
  const rows = await installation.service((tx) =>
    tx.query(sql`select login from app.grafana_logins where account_id is null`),
  );
  for (const row of rows) await dropLogin(installation, Login.parse(row).login);
}

async function dropLogin(
  { owner, service }: Pick<Installation, "owner" | "service">,
  login: string,
): Promise<void> {
  // Lock the login first, in case the rest fails.
  await owner.transaction(async (tx) => {
    if (await isRole(tx, login)) await tx.run(sql`alter role ${ident(login)} nologin`);
  });
  await service((tx) => tx.run(sql`select app.end_grafana(${login}::name)`));
  await owner.transaction(async (tx) => {
    await tx.run(sql`delete from app.grafana_logins where login = ${login}::name`);
    await tx.run(sql`drop role if exists ${ident(login)}`);
  });
}

async function isRole(tx: Tx, name: string): Promise<boolean> {
  return (await tx.query(sql`select from pg_roles where rolname = ${name}`)).length > 0;
}

async function accountOf(tx: Tx, email: string): Promise<string> {
  const account = await accountByEmail(tx, email);
  if (account === null) throw new Error(`no account has the e-mail address ${email}`);
  return account.accountId;
}

async function loginOf(tx: Tx, accountId: string): Promise<string | null> {
  const [row] = await tx.query(sql`select login from app.grafana_logins where account_id = ${accountId}`);
  return row === undefined ? null : Login.parse(row).login;
}
