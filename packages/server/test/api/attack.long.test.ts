/** Two boats over HTTP: whatever the first boat's users and plugin send, no data of the second leaks or changes. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, test } from "vitest";
import type { Ask } from "../../../../test/support/client.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { tokensOf } from "../../../../test/support/tokens.ts";
import { type Party, twoBoats } from "../../../../test/support/two-boats.ts";
import { hashPassword } from "../../src/people/accounts/passwords.ts";
import { PROCEDURES } from "../cases/contract-procedures.ts";
import { RESOURCES } from "../cases/contract-resources.ts";
import type { Role } from "../cases/contract-types.ts";

const ATTACKERS: readonly Role[] = ["user_role", "vessel_role", "anonymous", "messenger_role"];

const service = serviceForTests();
const { api } = service;
let alfa: Party;
let bravo: Party;
let tokens: Readonly<Record<Role, string | null>>;
let before: string;

beforeAll(async () => {
  ({ alfa, bravo } = await twoBoats(service.database));
  tokens = await tokensOf(alfa);
  const hash = await hashPassword("fair winds 7");
  await service.database.owner.transaction((tx) =>
    tx.run(sql`update app.accounts set password_hash = ${hash}`),
  );
  // The service's own work on the new rows comes first.
  await service.drainJobs();
  before = await bravosRows();
});

const as = (role: Role): Ask => {
  const token = tokens[role];
  return token === null ? {} : { token };
};

/** Everything that bravo has, as the schema's owner sees it. */
async function bravosRows(): Promise<string> {
  const [row] = await service.database.owner.transaction((tx) =>
    tx.query(sql`select concat(
      (select string_agg(m::text, ' ' order by "time") from api.metrics m where vessel_id = ${bravo.vesselId}),
      (select string_agg(l::text, ' ' order by id) from api.logbook l where vessel_id = ${bravo.vesselId}),
      (select string_agg(s::text, ' ' order by id) from api.stays s where vessel_id = ${bravo.vesselId}),
      (select string_agg(m::text, ' ' order by id) from api.moorages m where vessel_id = ${bravo.vesselId}),
      (select string_agg(d::text, ' ') from api.metadata d where vessel_id = ${bravo.vesselId}),
      (select string_agg(v::text, ' ') from app.vessels v where vessel_id = ${bravo.vesselId}),
      (select string_agg(a::text, ' ') from app.accounts a where account_id = ${bravo.accountId}),
      (select string_agg(concat_ws(' ', id, channel, payload, stored), ' ' order by id) from app.events e
        where ref_id in (${bravo.vesselId}, ${bravo.accountId}) and channel not in ('messenger_otp', 'email_reset', 'email_otp'))) as all`),
  );
  return String(row?.all);
}

/** Contains no word of bravo's, except what the attacker sent. */
function expectNothingOf(text: string, what: string): void {
  expect(text.replaceAll(/bravo(vessel|account)|bravo@example\.org|SVbravo/g, ""), what).not.toMatch(/bravo/);
}

describe.each(RESOURCES)("/$name", ({ name, fields }) => {
  const has = (field: string) => fields.some((one) => one.name === field);

  test("shows nothing of bravo's under any filter, selection or embedding", async () => {
    const queries = [
      "",
      "limit=1000",
      ...(has("vessel_id")
        ? [
            `vessel_id=eq.${bravo.vesselId}`,
            `vessel_id=neq.${alfa.vesselId}`,
            "or=(vessel_id.is.null,vessel_id.not.is.null)",
          ]
        : []),
      ...(has("id") ? [`id=eq.${bravo.logId}`, `id=in.(1,2,3,4,5,6)`, "id=gte.0", "not.or=(id.lt.0)"] : []),
      ...(has("name") ? ["name=like.*bravo*", "name=neq.alfa"] : []),
      ...(has("ref_id") ? [`ref_id=eq.${bravo.vesselId}`, `ref_id=eq.${bravo.accountId}`] : []),
      "select=*,moorages(*)",
      "select=*,stays(*)",
      "select=*,logbook(*)",
      "select=*,metadata(*)",
      "select=*,vessels(*)",
      "select=*,accounts(*)",
    ];
    for (const role of ATTACKERS) {
      for (const query of queries) {
        const answer = await api.get(`/${name}?${query}`, as(role));
        expect(answer.status, `${role} ${query}`).toBeLessThan(500);
        expectNothingOf(answer.text, `${role} ${query}`);
      }
    }
  });

  test("takes no row for bravo's vessel, and no change to bravo's rows", async () => {
    const foreign = has("vessel_id")
      ? { vessel_id: bravo.vesselId }
      : has("ref_id")
        ? { ref_id: bravo.vesselId, channel: "note", payload: "x" }
        : {};
    const required: Readonly<Record<string, object>> = {
      logbook: { _from_time: "2026-05-01T00:00:00Z" },
      stays: { arrived: "2026-05-01T00:00:00Z" },
      metrics: { time: "2026-05-01T00:00:00Z", latitude: 1, longitude: 2 },
    };
    const filters = [
      "",
      ...(has("vessel_id") ? [`vessel_id=eq.${bravo.vesselId}`] : []),
      ...(has("id") ? [`id=eq.${bravo.logId}`] : []),
    ];
    for (const role of ATTACKERS) {
      for (const headers of [
        {},
        { Prefer: "resolution=merge-duplicates,return=representation" },
        { Prefer: "resolution=ignore-duplicates" },
      ]) {
        const answer = await api.post(
          `/${name}`,
          { ...required[name], ...foreign },
          { ...as(role), headers },
        );
        if (Object.keys(foreign).length > 0 && answer.status < 300) expectNothingOf(answer.text, role);
        expect(answer.status, role).toBeLessThan(500);
      }
      for (const filter of filters.slice(1)) {
        for (const change of [{ name: "taken" }, { notes: "taken" }, foreign, { active: false }]) {
          expect((await api.patch(`/${name}?${filter}`, change, as(role))).status).toBeLessThan(500);
        }
        expect((await api.delete(`/${name}?${filter}`, as(role))).status).toBeLessThan(500);
      }
    }
    expect(await bravosRows()).toBe(before);
  });
});

test("every procedure, given bravo's ids and addresses, tells and changes nothing of bravo's", async () => {
  const stolen: Readonly<Record<string, string | number>> = {
    id: bravo.logId,
    _id: bravo.logId,
    start_log: bravo.logId,
    end_log: bravo.logId + 1,
    _type: "public_logs",
    email: "bravo@example.org",
    vessel_email: "bravo@example.org",
    vessel_mmsi: "211000001",
    vessel_name: "SV bravo",
    uuid: bravo.accountId,
    token: "12345678",
    pass: "wrong password",
    firstname: "Eve",
    lastname: "Eve",
    key: "{public_logs}",
    value: "true",
    user_id: 1,
    observations: '{"x": 1}',
    push_user_key: "k",
    messenger_obj: '{"from": {"id": 1}}',
  };
  for (const role of ATTACKERS) {
    for (const { name, args } of PROCEDURES) {
      for (const _id of args.some((arg) => arg.name === "_id")
        ? [bravo.logId, bravo.moorageId]
        : [bravo.logId]) {
        const body = Object.fromEntries(
          args.map((arg) => [arg.name, arg.name === "_id" ? _id : stolen[arg.name]]),
        );
        const answer = await api.post(`/rpc/${name}`, body, as(role));
        expect(answer.status, `${role} ${name} ${answer.text}`).toBeLessThan(500);
        expectNothingOf(answer.text, `${role} ${name}`);
      }
    }
  }
  expect(await bravosRows()).toBe(before);
});

test("tokens that this service did not sign, or signed for something else, open nothing", async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const bravos = {
    role: "user_role",
    email: "bravo@example.org",
    uid: bravo.accountId,
    vid: bravo.vesselId,
    exp: 4102444800,
  };
  const [header = "", , signature = ""] = (tokens.user_role ?? "").split(".");
  for (const token of [
    `${part({ alg: "none", typ: "JWT" })}.${part(bravos)}.`,
    `${header}.${part(bravos)}.${signature}`,
    `${part({ alg: "HS512", typ: "JWT" })}.${part(bravos)}.${signature}`,
    `${header}.${part({ ...bravos, role: "wakelog_worker" })}.${signature}`,
    "x.y.z",
  ]) {
    const answer = await api.get("/logbook", { token });
    expect(answer.status, token).toBe(401);
  }
});

test("public headers and headers that name a vessel open nothing to anybody", async () => {
  const pages = [
    "public_logs_list,0",
    `public_logs,${bravo.logId}`,
    "public_timelapse,0",
    "public_stats,0",
    "public_monitoring,0",
  ];
  for (const role of ATTACKERS) {
    for (const page of pages) {
      for (const { name } of RESOURCES) {
        const answer = await api.get(`/${name}`, {
          ...as(role),
          headers: {
            "X-Is-Public": Buffer.from(`SVbravo,${page}`).toString("base64"),
            "X-Vessel-Id": bravo.vesselId,
          },
        });
        expect(answer.status).toBeLessThan(500);
        expectNothingOf(answer.text, `${role} ${name} ${page}`);
      }
    }
  }
  expect(await bravosRows()).toBe(before);
});
