/** An attacker with an account and boat against another's, by every path in the OpenAPI document. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { sampleVoyage } from "../../../src/boat/voyages/ingest/sample-voyage.ts";

const service = serviceForTests();
const { api } = service;
let victim: Sailor;
let attacker: Sailor;
/** Texts that only the victim's rows contain. */
let marks: readonly string[];
let paths: Readonly<Record<string, Record<string, unknown>>>;
let before: string;

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** Everything of the victim's that is stored, as one text: it must be the same after every attack. */
async function victimsRows(): Promise<string> {
  const vesselId = claimsOf(victim.vesselToken).vid;
  const rows = await service.database.owner.transaction((tx) =>
    tx.query(sql`
      select (select jsonb_agg(to_jsonb(t) order by t.time) from api.metrics t where vessel_id = ${vesselId}) as metrics,
        (select jsonb_agg(to_jsonb(t) order by t.id) from api.logbook t where vessel_id = ${vesselId}) as logbook,
        (select jsonb_agg(to_jsonb(t) order by t.id) from api.stays t where vessel_id = ${vesselId}) as stays,
        (select jsonb_agg(to_jsonb(t) order by t.id) from api.moorages t where vessel_id = ${vesselId}) as moorages,
        (select to_jsonb(t) - 'time' from api.metadata t where vessel_id = ${vesselId}) as metadata,
        (select jsonb_agg(to_jsonb(t)) from app.vessels t where vessel_id = ${vesselId}) as vessel,
        (select jsonb_agg(to_jsonb(t) - 'connected_at' order by account_id) from app.accounts t where email = ${victim.email}) as account`),
  );
  return JSON.stringify(rows);
}

beforeAll(async () => {
  victim = await newSailor(api, "Vict1mBoat");
  attacker = await newSailor(api, "Attacker");
  const rows = sampleVoyage(new Date(Date.now() - 3_600_000));
  for (const sailor of [victim, attacker]) {
    await api.post(
      "/metadata",
      { name: sailor === victim ? "Vict1mBoat" : "Attacker", plugin_version: "1" },
      { token: sailor.vesselToken },
    );
    await api.post(
      "/metrics",
      sailor === victim ? rows : rows.map((r) => ({ ...r, latitude: r.latitude - 5 })),
      {
        token: sailor.vesselToken,
      },
    );
  }
  await service.drainJobs();
  await api.patch("/logbook?id=gt.0", { notes: "Vict1mNotes" }, { token: victim.userToken });
  marks = [
    "Vict1mBoat",
    "Vict1mNotes",
    claimsOf(victim.vesselToken).vid,
    claimsOf(victim.userToken).uid,
    victim.email,
  ];
  paths = (await api.get("/", { token: attacker.userToken })).json.paths;
  before = await victimsRows();
});

const leaksNothing = (text: string, what: string): void => {
  for (const mark of marks) expect(text.includes(mark), `${what} shows ${mark}`).toBe(false);
};
const relations = (): readonly string[] =>
  Object.keys(paths).filter((path) => path !== "/" && !path.startsWith("/rpc/"));
const tokensOf = (): readonly string[] => [attacker.userToken, attacker.vesselToken];

describe("another's boat", () => {
  it("is there to be attacked", async () => {
    expect(relations().length).toBeGreaterThanOrEqual(26);
    const own = await api.get("/log_view", { token: victim.userToken });
    expect(own.json).toHaveLength(1);
    expect(own.json[0].notes).toBe("Vict1mNotes");
  });

  it("shows in no relation, whatever is filtered, embedded, counted or asked for in CSV", async () => {
    for (const token of tokensOf()) {
      for (const path of relations()) {
        for (const query of [
          "",
          "?or=(vessel_id.neq.x,vessel_id.is.null)",
          "?select=*&limit=1000",
          "?order=1",
        ]) {
          leaksNothing((await api.get(path + query, { token })).text, `GET ${path}${query}`);
        }
        const csv = await api.get(path, { token, headers: { Accept: "text/csv", Prefer: "count=exact" } });
        leaksNothing(csv.text + JSON.stringify([...csv.headers]), `CSV of ${path}`);
      }
    }
    const vid = claimsOf(victim.vesselToken).vid;
    for (const path of ["/metrics", "/logbook", "/stays", "/moorages", "/metadata"]) {
      const answer = await api.get(`${path}?vessel_id=eq.${vid}`, { token: attacker.userToken });
      expect(answer.json).toEqual([]);
    }
  });

  it("gives nothing away by any procedure called with its ids", async () => {
    for (const token of tokensOf()) {
      for (const path of Object.keys(paths).filter((one) => one.startsWith("/rpc/"))) {
        for (const body of [
          {},
          { _id: 1 },
          { _id: "2" },
          { start_log: 1, end_log: 9 },
          { id: 1, _type: "public_logs" },
          { email: victim.email },
        ]) {
          const answer = await api.post(path, body, { token });
          expect(answer.status, `${path} ${answer.text}`).not.toBe(500);
          leaksNothing(
            answer.text.replaceAll(JSON.stringify(body), ""),
            `POST ${path} ${JSON.stringify(body)}`,
          );
        }
      }
    }
  });

  it("takes no row that says it is its own", async () => {
    const vessel_id = claimsOf(victim.vesselToken).vid;
    const time = new Date().toISOString();
    const rows: Record<string, unknown> = {
      "/metrics": { time, latitude: 60, longitude: 24, vessel_id },
      "/metadata": { name: "Taken", plugin_version: "1", vessel_id },
      "/logbook": { name: "Taken", _from_time: time, vessel_id },
      "/stays": { name: "Taken", arrived: time, vessel_id },
      "/moorages": { name: "Taken", vessel_id },
    };
    for (const token of tokensOf()) {
      for (const [path, row] of Object.entries(rows)) {
        const answer = await api.post(path, [row], {
          token,
          headers: { Prefer: "return=representation,resolution=merge-duplicates" },
        });
        leaksNothing(
          answer.text.replaceAll(String(vessel_id), "").replaceAll("Attacker", ""),
          `POST ${path}`,
        );
      }
    }
    expect(await victimsRows()).toBe(before);
  });

  it("cannot be changed or removed by others, by filter, by key or by PUT", async () => {
    const vid = claimsOf(victim.vesselToken).vid;
    for (const token of tokensOf()) {
      for (const path of [
        "/metrics",
        "/metadata",
        "/logbook",
        "/stays",
        "/moorages",
        "/log_view",
        "/logs_view",
        "/eventlogs_view",
      ]) {
        for (const filter of [
          `vessel_id=eq.${vid}`,
          "id=gt.0",
          "notes=eq.Vict1mNotes",
          "name=like.Vict1m*",
        ]) {
          await api.patch(
            `${path}?${filter}`,
            { name: "Mine now", notes: "Mine now", vessel_id: vid },
            { token },
          );
          await api.delete(`${path}?${filter}`, { token });
        }
        await api.send("PUT", `${path}?vessel_id=eq.${vid}&id=eq.1`, {
          token,
          body: { vessel_id: vid, id: 1, name: "Mine now" },
        });
      }
      await api.post(
        "/rpc/update_logbook_observations_fn",
        { _id: 1, observations: '{"observations":{"seaState":9}}' },
        { token },
      );
    }
    expect(await victimsRows()).toBe(before);
  });

  it("is not reached with a forged claim or another header", async () => {
    const vid = claimsOf(victim.vesselToken).vid;
    const sign = (claims: Record<string, unknown>) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode("not the secret of this service!!"));
    for (const claims of [
      { ...claimsOf(attacker.userToken), vid },
      { role: "vessel_role", vid, ver: 1, email: victim.email },
      { role: "admin_role" },
    ]) {
      expect((await api.get("/logbook", { token: await sign(claims) })).status).toBe(401);
    }
    // Even a well-signed token names only vessels that its account belongs to.
    const signed = await new SignJWT({ ...claimsOf(attacker.userToken), vid })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(TEST_SECRET));
    leaksNothing((await api.get("/logbook", { token: signed })).text, "a token with another's vid");
    const headers = {
      "X-Vessel-Id": vid,
      "x-is-public": Buffer.from("Vict1mBoat,public_logs_list,0").toString("base64"),
      "X-Forwarded-For": "127.0.0.1",
      "Accept-Profile": "app",
    };
    for (const [name, value] of Object.entries(headers)) {
      for (const path of ["/logs_view", "/monitoring_view", "/stats_logs_view", "/accounts"]) {
        leaksNothing(
          (await api.get(path, { token: attacker.userToken, headers: { [name]: value } })).text,
          `${name} on ${path}`,
        );
        leaksNothing(
          (await api.get(path, { headers: { [name]: value } })).text,
          `${name} on ${path}, anonymous`,
        );
      }
    }
  });

  it("is as it was after all of that", async () => {
    expect(await victimsRows()).toBe(before);
  });
});
