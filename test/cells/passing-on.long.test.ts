/** Requests that reach a cell in which their sender is not. */
import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { moveAccount } from "../../src/relocation/moving/move.ts";
import { newSailor, type Sailor } from "../support/client.ts";
import { DAY_TRIP, passage } from "../support/passage.ts";
import { TEST_SECRET } from "../support/server.ts";
import { startService } from "../support/service.ts";
import { type TwoCells, twoCells } from "./two-cells.ts";

let cells: TwoCells;
let sailor: Sailor;
beforeAll(async () => {
  cells = await twoCells();
  const { atNorth, north, south } = cells;
  sailor = await newSailor(atNorth, "Seagull");
  const rows = passage(Date.now() - 9 * 3_600_000, DAY_TRIP);
  await atNorth.post("/metrics", rows, { token: sailor.vesselToken });
  await north.drainJobs();
  await moveAccount({ from: north.database.owner, to: south.database.owner, cell: "south" }, sailor.email);
}, 60_000);
afterAll(() => cells?.stop());

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

it("has tokens name their cell, and accepts those of before where the boat is now", async () => {
  const { atNorth, atSouth } = cells;
  expect([sailor.userToken, sailor.vesselToken].map((token) => claimsOf(token).cell)).toEqual([
    "north",
    "north",
  ]);
  for (const api of [atNorth, atSouth]) {
    const read = await api.get("/logs_view", { token: sailor.userToken });
    expect([read.status, read.json.length]).toEqual([200, 2]);
  }
});

it("passes on what the boat posts, packed or not, and what comes back", async () => {
  const { atNorth, atSouth, north } = cells;
  const [first, second] = passage(Date.now() - 600_000, [{ stay: "moored", minutes: 10 }]);
  const plain = await atNorth.post("/metrics", [first], { token: sailor.vesselToken });
  expect(plain.status, plain.text).toBe(201);
  const stream = new Blob([JSON.stringify([second])]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = await fetch(`${north.apiUrl}/metrics?select=time`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${sailor.vesselToken}`,
      "Content-Type": "application/json",
      "Content-Encoding": "gzip",
      Prefer: "return=representation",
    },
    body: new Uint8Array(await new Response(stream).arrayBuffer()),
  });
  expect([packed.status, await packed.json()]).toMatchObject([201, [{ time: expect.any(String) }]]);
  expect(
    (await atSouth.get("/metrics?limit=1&order=time.desc", { token: sailor.userToken })).json,
  ).toMatchObject([{ time: expect.stringContaining(String(second?.time).slice(0, 19)) }]);
  const head = await atNorth.send("HEAD", "/metrics", {
    token: sailor.userToken,
    headers: { Prefer: "count=exact" },
  });
  expect(head.headers.get("content-range")).toMatch(/\/\d+$/);
  const wrong = await atNorth.get("/logbook?nothing=eq.1", { token: sailor.userToken });
  expect([wrong.status, wrong.json.code]).toEqual([400, "42703"]);
});

it("passes on streams of what happens on the boat, and the whole account as a file", async () => {
  const { atSouth, north } = cells;
  const headers = { Authorization: `Bearer ${sailor.userToken}` };
  const stop = new AbortController();
  const live = await fetch(`${north.apiUrl}/live`, { headers, signal: stop.signal });
  expect(live.headers.get("content-type")).toMatch(/text\/event-stream/);
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
  const row = passage(Date.now() - 60_000, [{ stay: "moored", minutes: 5 }]);
  await atSouth.post("/metrics", row, { token: sailor.vesselToken });
  let text = "";
  while (!text.includes("59.8")) text += (await reader?.read())?.value ?? "";
  stop.abort();
  const file = await fetch(`${north.apiUrl}/rpc/export_account_fn`, { method: "POST", headers });
  expect(file.headers.get("content-type")).toMatch(/zip/);
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000);
});

it("passes on who signs in, signs up again, or forgot the password", async () => {
  const { atNorth, south } = cells;
  const { email, password } = sailor;
  const login = await atNorth.post("/rpc/login", { email: email.toUpperCase(), pass: password });
  expect([login.status, claimsOf(login.json.token).cell]).toEqual([200, "south"]);
  expect((await atNorth.post("/rpc/login", { email, pass: "wrong wrong" })).status).toBe(401);
  const again = { email, pass: "another word", firstname: "Aino", lastname: "Meri" };
  expect((await atNorth.post("/rpc/signup", again)).status).toBe(409);
  expect((await atNorth.post("/rpc/recover", { email })).json).toBe(true);
  const asked = await south.database.owner.transaction((tx) =>
    tx.query(sql`select from app.events where channel = 'email_reset' and payload = ${email}`),
  );
  expect(asked.length).toBe(1);
});

it("passes on a token of another cell, without a signpost", async () => {
  const { atNorth, atSouth } = cells;
  const other = await newSailor(atSouth, "Skua");
  expect((await atNorth.get("/metadata", { token: other.userToken })).status).toBe(200);
});

it("counts guesses by who made them, whoever passed them on, and believes nobody else", async () => {
  const strict = await twoCells({ WAKELOG_RATE_LIMITS: "on" });
  try {
    const key = createHmac("sha256", TEST_SECRET).update("passed on").digest();
    const passed = (address: string, by: Uint8Array) =>
      new SignJWT({ address, by: ["north"] })
        .setProtectedHeader({ alg: "HS256" })
        .setExpirationTime("60 s")
        .sign(by);
    const left = async (header: string) => {
      const headers = { "Wakelog-Passed-On": header };
      return Number((await strict.atSouth.get("/", { headers })).headers.get("x-ratelimit-remaining"));
    };
    const [one, two] = [await passed("192.0.2.1", key), await passed("192.0.2.2", key)];
    const full = await left(one);
    expect([await left(one), await left(two)]).toEqual([full - 1, full]);
    const forged = await passed("192.0.2.3", new Uint8Array(32));
    const first = await left(forged);
    expect(await left(forged)).toBe(first - 1);
    expect(await left(await passed("192.0.2.4", new Uint8Array(32)))).toBe(first - 2);
  } finally {
    await strict.stop();
  }
}, 60_000);

it("says where it is if it cannot pass on, or the other cell does not answer", async () => {
  const { database } = cells.north;
  const alone = (settings: Readonly<Record<string, string>>) =>
    startService({ DATABASE_URL: database.url, WAKELOG_CELL: "north", ...settings });
  for (const [settings, status, sentence] of [
    [{}, 421, /^This is kept in the cell south now$/],
    [
      { WAKELOG_CELLS: "south=http://127.0.0.1:9" },
      503,
      /^The cell south, where this is kept now, does not answer$/,
    ],
  ] as const) {
    const service = await alone(settings);
    try {
      const answer = await fetch(`${service.apiUrl}/logs_view`, {
        headers: { Authorization: `Bearer ${sailor.userToken}` },
      });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ message: expect.stringMatching(sentence) });
      if (status === 503) expect(answer.headers.get("retry-after")).toBe("10");
    } finally {
      await service.stop();
    }
  }
}, 60_000);

it("passes nothing round in circles", async () => {
  const { atNorth, north, south } = cells;
  const lost = await newSailor(atNorth, "Tern");
  const ids = claimsOf(lost.vesselToken).vid;
  await moveAccount({ from: north.database.owner, to: south.database.owner, cell: "south" }, lost.email);
  await south.database.owner.transaction(async (tx) => {
    await tx.run(sql`delete from app.vessels where vessel_id = ${ids}`);
    await tx.run(sql`insert into app.moved (id, cell) values (${ids}, 'north')`);
  });
  const answer = await atNorth.post("/metrics", [], { token: lost.vesselToken });
  expect([answer.status, answer.json.message]).toEqual([421, "This is kept in the cell south now"]);
});
