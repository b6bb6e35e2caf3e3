/**
 * The callers, and the data that they must not reach: three tenants with a voyage each. The victim's texts contain a
 * marker that no random request contains.
 */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { sampleVoyage } from "../../packages/server/src/boat/voyages/ingest/sample-voyage.ts";
import { tokenIssuer } from "../../packages/server/src/people/accounts/tokens.ts";

/** In the victim's names, notes and tags, and nowhere else. */
export const MARKER = "zqvictimqz";

const PASSWORD = "fair winds 7";

/** One account with its boat. */
interface Tenant {
  readonly name: string;
  readonly email: string;
  readonly vesselId: string;
  readonly logIds: readonly number[];
}

/** Headers that identify each caller, by name. */
export type Callers = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Cast {
  readonly victim: Tenant;
  readonly person: Tenant;
  readonly operatorToken: string;
  /** Ids of logs: the victim's, the other two tenants', and unused ones. */
  readonly ids: readonly string[];
  /** Fresh tokens, for callers that have signed out, rotated a token or changed the password. */
  callers(): Promise<Callers>;
  /** A digest of the victim's logbook, places, measurements, boat and account. */
  victimsRows(): Promise<string>;
}

/** Runs a transaction that sees all tenants' rows. */
function asWorker<T>(owner: Postgres, work: (tx: Tx) => Promise<T>): Promise<T> {
  return owner.transaction(work, { role: "wakelog_worker" });
}

const Token = z.object({ token: z.string() });
const Claims = z.object({ vid: z.string() });
const Ids = z.array(z.object({ id: z.number() }));

/**
 * Signs up all tenants, sends the voyages and gathers the planner's statistics, without which an estimate could reveal
 * nothing about others.
 * @param owner the schema's owner
 * @param settled waits until the service has handled its events
 */
export async function assemble(
  apiUrl: string,
  owner: Postgres,
  secret: string,
  settled: () => Promise<void>,
): Promise<Cast> {
  const issuer = tokenIssuer(secret, 24);
  const call = async (method: string, path: string, token: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(apiUrl + path, {
      method,
      headers: {
        "Content-Type": "application/json",
        Prefer: "return=representation",
        ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  const enter = async (name: string): Promise<{ user: string; boat: string; email: string }> => {
    const email = `${name}@example.org`;
    const signup = { email, pass: PASSWORD, firstname: "Aino", lastname: name };
    const { token: user } = Token.parse(await call("POST", "/rpc/signup", "", signup));
    const vessel = { vessel_email: email, vessel_mmsi: "", vessel_name: `SV ${name}` };
    const { token: boat } = Token.parse(await call("POST", "/rpc/register_vessel", user, vessel));
    return { user, boat, email };
  };
  const sail = async (name: string, hoursAgo: number): Promise<Tenant> => {
    const { user, boat, email } = await enter(name);
    const end = new Date(Date.now() - hoursAgo * 3_600_000);
    await call("POST", "/metadata?on_conflict=vessel_id", boat, { name, length: 11.5, time: end });
    const rows = sampleVoyage(end).map((row) => ({ ...row, client_id: name }));
    await call("POST", "/metrics?select=time", boat, rows);
    await settled();
    const place = { name: `${name} harbour`, latitude: 59.5, longitude: 20.25, stay_code: 2, notes: name };
    await call("POST", "/moorages", user, place);
    await call("PATCH", "/logbook?id=gt.0", user, {
      name: `${name} log`,
      notes: name,
      extra: { tags: [name] },
    });
    await call("PATCH", "/stays?id=gt.0", user, { name: `${name} stay`, notes: name });
    await call("POST", "/eventlogs_view", user, { channel: "note", payload: name });
    await settled();
    const logs = Ids.parse(await call("GET", "/logbook?select=id", user));
    const claims = Claims.parse(JSON.parse(Buffer.from(boat.split(".")[1] ?? "", "base64url").toString()));
    return { name, email, vesselId: claims.vid, logIds: logs.map(({ id }) => id) };
  };
  const victim = await sail(MARKER, 48);
  const person = await sail("alfa", 24);
  const neighbour = await sail("delta", 2);
  const guestsHost = Token.parse(
    await call("POST", "/rpc/login", "", { email: neighbour.email, pass: PASSWORD }),
  );
  const preferences = {
    "{public_vessel}": "Delta",
    "{public_logs}": "true",
    "{public_logs_list}": "true",
    "{public_timelapse}": "true",
    "{public_stats}": "true",
    "{public_monitoring}": "true",
  };
  for (const [key, value] of Object.entries(preferences)) {
    await call("POST", "/rpc/update_user_preferences_fn", guestsHost.token, { key, value });
  }
  await settled();
  await owner.transaction((tx) => tx.script("analyze"));
  const tokensOf = async ({ email, vesselId }: Tenant): Promise<{ user: string; boat: string }> => {
    const [row] = await asWorker(owner, async (tx) => {
      // Enables an account that the campaign disabled, so that its next requests have an effect.
      await tx.run(sql`update app.accounts set disabled = false where lower(email) = ${email}`);
      return tx.query(sql`
        select a.account_id, a.session_version, v.token_version
        from app.accounts a, app.vessels v where lower(a.email) = ${email} and v.vessel_id = ${vesselId}`);
    });
    const [sessionVersion, tokenVersion] = [Number(row?.session_version), Number(row?.token_version)];
    return {
      user: await issuer.user({ accountId: String(row?.account_id), email, vesselId, sessionVersion }),
      boat: await issuer.vessel({ vesselId, email, tokenVersion }),
    };
  };
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const page = (what: string) => ({ "x-is-public": Buffer.from(`Delta,${what}`).toString("base64") });
  const bot = await issuer.operator("messenger_role", 24 * 3600);
  return {
    victim,
    person,
    operatorToken: await issuer.operator("admin_role", 24 * 3600),
    ids: [...victim.logIds, ...person.logIds, ...neighbour.logIds, 0, -1, 2_147_483_647].map(String),
    async callers() {
      const [own, other] = [await tokensOf(person), await tokensOf(neighbour)];
      return {
        stranger: {},
        person: bearer(own.user),
        boat: bearer(own.boat),
        neighbour: bearer(other.user),
        bot: bearer(bot),
        "guest-log": page(`public_logs,${neighbour.logIds[0] ?? 0}`),
        "guest-list": page("public_logs_list,0"),
        "guest-stats": page("public_stats,0"),
        "guest-watch": page("public_monitoring,0"),
      };
    },
    async victimsRows() {
      const [row] = await asWorker(owner, (tx) =>
        tx.query(sql`select md5(concat(
          (select string_agg(m::text, ' ' order by "time") from api.metrics m where vessel_id = ${victim.vesselId}),
          (select string_agg(l::text, ' ' order by id) from api.logbook l where vessel_id = ${victim.vesselId}),
          (select string_agg(s::text, ' ' order by id) from api.stays s where vessel_id = ${victim.vesselId}),
          (select string_agg(m::text, ' ' order by id) from api.moorages m where vessel_id = ${victim.vesselId}),
          (select string_agg(concat_ws(' ', name, length, client_id), ' ') from api.metadata d
            where vessel_id = ${victim.vesselId}),
          (select string_agg(concat_ws(' ', name, mmsi, token_version), ' ') from app.vessels v
            where vessel_id = ${victim.vesselId}),
          (select string_agg(concat_ws(' ', email, first, last, password_hash, preferences, session_version), ' ')
            from app.accounts a where email = ${victim.email}))) as digest`),
      );
      return String(row?.digest);
    },
  };
}
