/** The contract over HTTP: every path, verb, role, field, argument and shape of its table. */

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

const ROLES: readonly Role[] = ["anonymous", "user_role", "vessel_role", "admin_role", "messenger_role"];

const service = serviceForTests();
const { api } = service;
let alfa: Party;
let tokens: Readonly<Record<Role, string | null>>;

beforeAll(async () => {
  ({ alfa } = await twoBoats(service.database));
  const hash = await hashPassword(ARGUMENTS.pass ?? "");
  await service.database.owner.transaction((tx) =>
    tx.run(sql`update app.accounts set password_hash = ${hash}`),
  );
  tokens = await tokensOf(alfa);
});

/** A request of a role; an operator names the vessel. */
function as(role: Role): Ask {
  const token = tokens[role];
  return {
    ...(token === null ? {} : { token }),
    ...(role === "admin_role" ? { headers: { "X-Vessel-Id": alfa.vesselId } } : {}),
  };
}
const refusedWith = (role: Role) => (role === "anonymous" ? 401 : 403);

/** A row that a role may add, where a role may add any. */
const NEW_ROWS: Readonly<Record<string, object>> = {
  logbook: { name: "by hand", _from_time: "2026-04-01T10:00:00Z", _to_time: "2026-04-01T12:00:00Z" },
  logs_view: { name: "by hand", started: "2026-04-02T10:00:00Z", ended: "2026-04-02T12:00:00Z" },
  log_view: { name: "by hand", started: "2026-04-03T10:00:00Z", ended: "2026-04-03T12:00:00Z", notes: "x" },
  metrics: { time: "2026-04-01T10:00:00.123Z", latitude: 60, longitude: 23 },
  metadata: { name: "Alfa", plugin_version: "0.6.0" },
  moorages: { name: "a new one", latitude: 61, longitude: 22 },
  stays: { name: "a new one", arrived: "2025-04-01T12:00:00Z", departed: "2025-04-01T22:00:00Z" },
  stays_at: { stay_code: 9, description: "Aground" },
  eventlogs_view: { channel: "note", payload: "saw a whale" },
};
/** A change that every role with U may make, and the filter for a row that is the caller's. */
const CHANGES: Readonly<Record<string, readonly [string, object]>> = {
  logbook: ["name=eq.nothing", { name: "x" }],
  logs_view: ["name=eq.nothing", { name: "x" }],
  log_view: ["name=eq.nothing", { name: "x" }],
  metadata: ["name=eq.nothing", { name: "x" }],
  moorages: ["name=eq.nothing", { name: "x" }],
  stays: ["name=eq.nothing", { name: "x" }],
  eventlogs_view: ["payload=eq.nothing", { payload: "x" }],
};
const anyField = (name: string): string =>
  RESOURCES.find((one) => one.name === name)?.fields[0]?.name ?? "id";

describe.each(RESOURCES)("/$name", ({ name, fields, granted }) => {
  test("GET: rows with the contract's fields first, for the roles that may read", async () => {
    for (const role of ROLES) {
      const answer = await api.get(`/${name}?limit=1`, as(role));
      if (role === "anonymous" && !["versions_view", "stays_at"].includes(name)) {
        expect(answer.status, "nothing is published").toBe(404);
        continue;
      }
      if (granted[role]?.includes("S") !== true) {
        expect(answer.status, `${role}: ${answer.text}`).toBe(refusedWith(role));
        continue;
      }
      expect(answer.status, `${role}: ${answer.text}`).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      expect(Object.keys(answer.json[0]).slice(0, fields.length), role).toEqual(
        fields.map((field) => field.name),
      );
    }
  });

  test("GET: each field filters, orders and can be selected alone", async () => {
    for (const { name: field } of fields) {
      const quoted = encodeURIComponent(/^\w+$/.test(field) ? field : `"${field}"`);
      const answer = await api.get(
        `/${name}?select=${quoted}&${quoted}=not.is.null&limit=2`,
        as("user_role"),
      );
      expect(answer.status, `${field}: ${answer.text}`).toBe(200);
      const ordered = await api.get(`/${name}?order=${quoted}.desc&limit=1`, as("user_role"));
      const unordered =
        /jsonb|geo/.test(fields.find((one) => one.name === field)?.type ?? "") && ordered.status === 400;
      if (!unordered) expect(ordered.status, `${field}: ${ordered.text}`).toBe(200);
    }
  });

  test("GET: counts, ranges, CSV and a single object in both families of media types", async () => {
    const counted = await api.get(`/${name}?limit=1`, {
      ...as("user_role"),
      headers: { Prefer: "count=exact" },
    });
    expect([200, 206]).toContain(counted.status);
    expect(counted.headers.get("content-range")).toMatch(/^(0-0|\*)\/\d+$/);
    const csv = await api.get(`/${name}?limit=1`, { ...as("user_role"), headers: { Accept: "text/csv" } });
    expect(csv.text.split("\n")[0]?.startsWith(fields[0]?.name ?? "")).toBe(true);
    for (const family of ["backend", "pgrst"]) {
      const type = `application/vnd.${family}.object+json`;
      const one = await api.get(`/${name}?limit=1`, { ...as("user_role"), headers: { Accept: type } });
      expect(one.status, one.text).toBe(200);
      expect(one.headers.get("content-type")).toContain(type);
      expect(Array.isArray(one.json)).toBe(false);
    }
  });

  test("POST: 201 for the roles that may add rows, 401 or 403 for the others", async () => {
    for (const role of ROLES) {
      const may = granted[role]?.includes("I") === true;
      // Each in its own month: logs do not overlap, nor do stays.
      const month = `-0${4 + ROLES.indexOf(role)}-`;
      const row: object = JSON.parse(JSON.stringify(NEW_ROWS[name] ?? {}).replaceAll("-04-", month));
      const answer = await api.post(`/${name}`, row, {
        ...as(role),
        headers: { ...as(role).headers, Prefer: "return=minimal" },
      });
      // No caller can write versions; even one with all other rights gets a refusal that says so.
      const done = name === "versions_view" ? 405 : 201;
      expect(answer.status, `${role}: ${answer.text}`).toBe(may ? done : refusedWith(role));
    }
  });

  test("PATCH: 204 for the roles that may change rows, 401 or 403 for the others", async () => {
    for (const role of ROLES) {
      const may = granted[role]?.includes("U") === true;
      const [filter, change] = CHANGES[name] ?? [
        `${encodeURIComponent(anyField(name))}=is.null`,
        { [anyField(name)]: null },
      ];
      const answer = await api.patch(`/${name}?${filter}`, change, as(role));
      expect(answer.status, `${role}: ${answer.text}`).toBe(may ? 204 : refusedWith(role));
    }
  });

  test("DELETE: 204 for the roles that may remove rows, 401 or 403 for the others", async () => {
    for (const role of ROLES) {
      const may = granted[role]?.includes("D") === true;
      const answer = await api.delete(`/${name}?${encodeURIComponent(anyField(name))}=is.null`, as(role));
      expect(answer.status, `${role}: ${answer.text}`).toBe(may ? 204 : refusedWith(role));
    }
  });
});

/** Arguments that work for alfa, or that are refused as wrong rather than as malformed. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  id: "1",
  _id: "1",
  _type: "public_logs",
  email: "alfa@example.org",
  pass: "fair winds 7",
  firstname: "Al",
  lastname: "Fa",
  key: "{use_imperial_units}",
  value: "true",
  user_id: "12345",
  token: "00000000",
  uuid: "unknown",
  vessel_email: "alfa@example.org",
  vessel_mmsi: "none",
  vessel_name: "SV alfa",
  observations: "{}",
  push_user_key: "k",
  messenger_obj: "{}",
};

describe.each(PROCEDURES)("/rpc/$name", ({ name, args, result, reads, roles }) => {
  const body = () =>
    Object.fromEntries(args.filter((arg) => arg.required).map((arg) => [arg.name, ARGUMENTS[arg.name]]));

  test("POST: answers its roles in its shape, and refuses the others", async () => {
    for (const role of ROLES) {
      const answer = await api.post(`/rpc/${name}`, body(), as(role));
      if (!roles.includes(role)) {
        expect(answer.status, `${role}: ${answer.text}`).toBe(refusedWith(role));
        continue;
      }
      // A wrong password, a code that is none, or a caller without an account: an answer of the procedure itself.
      expect(answer.status, `${role}: ${answer.text}`).toBeLessThan(500);
      expect(answer.text, role).not.toMatch(/permission denied|carried out by the service|PGRST/);
      if (answer.status === 200 && result.startsWith("{")) {
        // The names of existing software come after ours.
        expect(Object.keys(answer.json)[0], role).toBe(result.slice(1, -1));
      }
    }
    const own = await api.post(`/rpc/${name}`, body(), as("user_role"));
    const refusesOwn: Readonly<Record<string, number>> = { messenger: 403, messenger_fn: 403 };
    expect(own.status, own.text).toBe(refusesOwn[name] ?? 200);
  });

  test(reads ? "GET: answers as POST does" : "GET: is refused, since it writes", async () => {
    const query = new URLSearchParams(
      Object.entries(body()).map(([key, value]): [string, string] => [key, value ?? ""]),
    );
    const answer = await api.get(`/rpc/${name}?${query}`, as("user_role"));
    expect(answer.status, answer.text).toBe(reads ? 200 : 405);
    // Durations that end now differ between two calls.
    const still = (text: string) => text.replaceAll(/"P[^"]*"/g, '"P"');
    if (reads) {
      const posted = await api.post(`/rpc/${name}`, body(), as("user_role"));
      expect(still(answer.text)).toBe(still(posted.text));
    }
  });
});

test("an empty body with a JSON content type is no arguments", async () => {
  for (const name of [
    "stats_logs_fn",
    "export_moorages_geojson_fn",
    "push_subscribe_link_fn",
    "logs_by_day_fn",
  ]) {
    const answer = await api.send("POST", `/rpc/${name}`, {
      ...as("user_role"),
      headers: { "Content-Type": "application/json" },
    });
    expect(answer.status, `${name}: ${answer.text}`).toBe(200);
  }
});

test("an id may be sent as a string", async () => {
  for (const name of [
    "export_logbook_geojson_fn",
    "export_logbook_gpx_fn",
    "find_log_from_moorage_fn",
    "update_logbook_observations_fn",
  ]) {
    const answer = await api.post(
      `/rpc/${name}`,
      { _id: String(alfa.logId), ...(name.startsWith("update") ? { observations: "{}" } : {}) },
      as("user_role"),
    );
    expect(answer.status, `${name}: ${answer.text}`).toBe(200);
  }
});

test("a document is a JSON string for who wants JSON and the document itself for who wants XML", async () => {
  for (const [name, type] of [
    ["gpx", "application/gpx+xml"],
    ["kml", "application/vnd.google-earth.kml+xml"],
  ] as const) {
    const ask = { _id: alfa.logId };
    const json = await api.post(`/rpc/export_logbook_${name}_fn`, ask, {
      ...as("user_role"),
      headers: { Accept: "application/json" },
    });
    expect(json.json).toMatch(/^<\?xml/);
    for (const accept of ["text/xml", type]) {
      const xml = await api.post(`/rpc/export_logbook_${name}_fn`, ask, {
        ...as("user_role"),
        headers: { Accept: accept },
      });
      expect(xml.headers.get("content-type")).toContain(accept);
      expect(xml.text).toMatch(/^<\?xml/);
    }
  }
});

test("a person without a vessel gets 551 on vessel data, and can settle in without one", async () => {
  const signedUp = await api.post("/rpc/signup", {
    email: "new@example.org",
    pass: "fair winds 7",
    firstname: "New",
    lastname: "One",
  });
  const token = signedUp.json.token;
  for (const path of ["/logbook", "/logs_view", "/monitoring_view", "/rpc/vessel_fn"]) {
    const answer = await api.get(path, { token });
    expect(answer.status, path).toBe(551);
    expect(answer.json).toEqual({
      code: "PT551",
      message: "Vessel Required",
      details: "Invalid vessel",
      hint: "Unknown vessel",
    });
  }
  expect((await api.get("/rpc/settings_fn", { token })).json.settings).toMatchObject({
    email: "new@example.org",
    has_vessel: false,
  });
});
