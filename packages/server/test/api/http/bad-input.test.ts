import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests, startService } from "../../../../../test/support/service.ts";

const service = serviceForTests({ WAKELOG_BODY_LIMIT: "200000", WAKELOG_ROW_LIMIT: "1000" });
const { api } = service;
let sailor: Sailor;

beforeAll(async () => {
  sailor = await newSailor(api, "Careful");
});

const key = new TextEncoder().encode(TEST_SECRET);
const token = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(key);
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Every error is JSON with the same four keys. */
const isError = (json: unknown): void => {
  expect(Object.keys(Object(json)).sort()).toEqual(["code", "details", "hint", "message"]);
};

describe("bad input gets a clear answer", () => {
  it("malformed JSON: 400", async () => {
    const answer = await api.post("/metrics", "[{", { token: sailor.vesselToken });
    expect([answer.status, answer.json.code]).toEqual([400, "PGRST102"]);
    isError(answer.json);
  });

  it("a value of the wrong type: 400 from the database's own words", async () => {
    const answer = await api.get("/logbook?id=eq.seven", { token: sailor.userToken });
    expect([answer.status, answer.json.code]).toEqual([400, "22P02"]);
  });

  it.each(["after", "repeat", "escalate_after"])(
    "a rule whose %s is no length of time: 400",
    async (name) => {
      for (const length of ["-PT1M", "soon"]) {
        const rule = { name: "Battery", kind: "below", key: "voltage", low: 12, [name]: length };
        const answer = await api.post("/alert_rules", rule, { token: sailor.userToken });
        expect(answer.status).toBe(400);
        expect(answer.json).toEqual({
          code: "22007",
          message: `"${length}" is not a duration`,
          details: null,
          hint: 'Send a number and a unit, such as "10 minutes", or ISO 8601, such as "PT10M".',
        });
      }
    },
  );

  it("a preference whose key has a brace that does not close: 400", async () => {
    for (const key of ["{a", "{a}}", '{"a', "{a,}"]) {
      const answer = await api.post(
        "/rpc/update_user_preferences_fn",
        { key, value: "1" },
        { token: sailor.userToken },
      );
      expect([answer.status, answer.json.message, answer.json.hint], key).toEqual([
        400,
        "key must name a preference",
        "Send {name} or {group,name}.",
      ]);
    }
  });

  it("a kind of page that does not exist: 400, naming those that do", async () => {
    const said = [
      400,
      "22P02",
      '"public_everything" is not a public_type',
      "Send one of public_logs, public_logs_list, public_monitoring, public_stats, public_timelapse.",
    ];
    const asked = [
      await api.post("/rpc/ispublic_fn", { id: 1, _type: "public_everything" }),
      await api.get("/rpc/ispublic_fn?id=1&_type=public_everything"),
    ];
    for (const { status, json } of asked) expect([status, json.code, json.message, json.hint]).toEqual(said);
  });

  it("an unknown table: 404; an unknown column: 400", async () => {
    expect((await api.get("/logboook", { token: sailor.userToken })).status).toBe(404);
    const column = await api.get("/logbook?select=nmae", { token: sailor.userToken });
    expect([column.status, column.json.code]).toEqual([400, "42703"]);
  });

  it("an unknown procedure: 404 with a hint", async () => {
    const answer = await api.post("/rpc/setings_fn", {}, { token: sailor.userToken });
    expect([answer.status, answer.json.code]).toEqual([404, "PGRST202"]);
    expect(answer.json.hint).toContain("settings_fn");
  });

  it("more rows than allowed in one POST: 413, naming the limit", async () => {
    const answer = await api.post(
      "/metrics",
      Array.from({ length: 1001 }, () => ({})),
      { token: sailor.vesselToken },
    );
    expect(answer.status).toBe(413);
    expect(answer.json.message).toContain("1000");
  });

  it("a body larger than allowed: 413, naming the setting", async () => {
    const answer = await api.post("/metrics", `["${"x".repeat(200_001)}"]`, { token: sailor.vesselToken });
    expect(answer.status).toBe(413);
    expect(answer.json.hint).toContain("WAKELOG_BODY_LIMIT");
    isError(answer.json);
  });

  it("a large body with a token that is not valid: 401, although strangers send less", async () => {
    const body = `["${"x".repeat(150_000)}"]`;
    const bad = await api.post("/metrics", body, { token: `${sailor.vesselToken}x` });
    expect([bad.status, bad.json.code]).toEqual([401, "PGRST301"]);
    isError(bad.json);
    expect((await api.post("/metrics", body)).status).toBe(413);
  });

  it("a body that is refused before its end can be sent to its end, as a proxy does", async () => {
    const { hostname, port } = new URL(service.apiUrl);
    const body = Buffer.alloc(1_000_000, 32);
    const head = `POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (let time = 0; time < 10; time++) {
      const socket = connect(Number(port), hostname);
      const parts: Buffer[] = [];
      const closed = once(socket, "close");
      socket.on("data", (part) => parts.push(part));
      socket.write(head);
      // It is slower than the refusal.
      for (let at = 0; at < body.length; at += 50_000) {
        await sleep(1);
        socket.write(body.subarray(at, at + 50_000));
      }
      await new Promise<void>((written) => socket.end(() => written()));
      await closed;
      expect(Buffer.concat(parts).toString()).toMatch(/^HTTP\/1\.1 413 .*Connection: close.*PT413/s);
    }
  });

  it("a small body that unpacks to a huge one: 413", async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000, 32));
    const response = await fetch(`${service.apiUrl}/metrics`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Content-Encoding": "gzip",
        Authorization: `Bearer ${sailor.vesselToken}`,
      },
      body: bomb,
    });
    expect(response.status).toBe(413);
  });

  it("a compressed body is read", async () => {
    const response = await fetch(`${service.apiUrl}/metrics?select=time`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Content-Encoding": "gzip",
        Prefer: "return=representation",
        Authorization: `Bearer ${sailor.vesselToken}`,
      },
      body: gzipSync(JSON.stringify([{ time: new Date().toISOString(), latitude: 60, longitude: 24 }])),
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toHaveLength(1);
  });

  it("an unknown encoding: 415, listing those that are known", async () => {
    const response = await fetch(`${service.apiUrl}/metrics`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Content-Encoding": "lzma",
        Authorization: `Bearer ${sailor.vesselToken}`,
      },
      body: "[]",
    });
    expect(response.status).toBe(415);
  });
});

describe("a craft faster than most", () => {
  it("is believed as far as the operator allows", async () => {
    const fast = await startService({ WAKELOG_SOG_LIMIT: "60" });
    const own = client(fast.apiUrl);
    const racer = await newSailor(own, "Racer");
    const row = (minute: number, speedoverground: number) => ({
      time: new Date(Date.now() - minute * 60_000).toISOString(),
      latitude: 60 + minute / 100,
      longitude: 24,
      speedoverground,
    });
    const accepted = await own.post("/metrics?select=speedoverground", [row(2, 55), row(1, 65)], {
      token: racer.vesselToken,
      headers: { Prefer: "return=representation" },
    });
    expect(accepted.json).toEqual([{ speedoverground: 55 }]);
    await fast.stop();
  });
});

describe("bad tokens are refused with 401", () => {
  const refused = async (bad: string): Promise<void> => {
    const answer = await api.get("/logs_view", { token: bad });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  };

  it("expired", async () =>
    refused(await token({ role: "user_role", exp: Math.floor(Date.now() / 1000) - 3600 })));
  it("signed with another secret", async () =>
    refused(
      await new SignJWT({ role: "user_role" })
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode("y".repeat(32))),
    ));
  it("unsigned, alg none", () =>
    refused(`${base64({ alg: "none", typ: "JWT" })}.${base64({ role: "admin_role" })}.`));
  it("no token at all in shape", () => refused("not-a-token"));
  it("with a changed payload", async () => {
    const [header, , signature] = sailor.vesselToken.split(".");
    await refused(`${header}.${base64({ role: "admin_role" })}.${signature}`);
  });
});

describe("a text that is not a geometry", () => {
  it.each([
    "{",
    "{}",
    '{"type":"Point"}',
    '{"type":"Foo","coordinates":[1,2]}',
    '{"type":"Point","coordinates":[1,"x"]}',
    "POLYGON((0 0,1 1,1 0))",
    "LINESTRING(1 2)",
    "POINT(1 2 3 4 5)",
    "GEOMETRYCOLLECTION(POINT(1 2),POINT(1 2 3))",
    "0",
    "00",
    "0101zz",
    "01010000",
    "",
  ])("%j is the caller's fault, not the server's", async (text) => {
    for (const column of ["/moorages?geog", "/logbook?track_geom", "/stays?geog"]) {
      const { status } = await api.get(`${column}=eq.${encodeURIComponent(text)}`, {
        token: sailor.userToken,
      });
      // Where positions are kept as JSON, some of these are texts that no row has.
      expect([column, status < 500]).toEqual([column, true]);
    }
  });
});

describe("a role that is none of the API's", () => {
  for (const [role, status] of [
    ["wakelog_worker", 403],
    ["postgres", 401],
    ["pg_read_all_data", 403],
    ["unknown", 401],
  ] as const) {
    it(`${role} gets nothing, even in a well-signed token`, async () => {
      const answer = await api.get("/metrics", { token: await token({ role }) });
      // Of the server's own superuser: some servers have one of this name, which no caller may become.
      if (role === "postgres") expect([401, 403]).toContain(answer.status);
      else expect(answer.status).toBe(status);
    });
  }
});
