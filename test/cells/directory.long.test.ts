/** Cells that ask each other for an account by its e-mail address: people at a cell in which they never were. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tokenIssuer } from "../../src/accounts/tokens.ts";
import { ALIKE_MS } from "../../src/cells/alike.ts";
import { sql } from "../../src/db/sql.ts";
import { moveAccount } from "../../src/relocation/moving/move.ts";
import { type Client, client, newSailor, type Sailor } from "../support/client.ts";
import { TEST_SECRET } from "../support/server.ts";
import { startService, type TestService } from "../support/service.ts";
import { idsOf, type TwoCells, twoCells } from "./two-cells.ts";

const NOBODY = "nobody.at.all@example.org";
const NAMES = { firstname: "Aino", lastname: "Meri" };
let cells: TwoCells;
/** At home in the south. */
let sailor: Sailor;
beforeAll(async () => {
  cells = await twoCells();
  sailor = await newSailor(cells.atSouth, "Seagull");
}, 60_000);
afterAll(() => cells?.stop());

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

async function hasAccount({ database }: TestService, email: string): Promise<boolean> {
  const rows = await database.owner.transaction((tx) =>
    tx.query(sql`select from app.accounts where lower(email) = lower(${email})`),
  );
  return rows.length > 0;
}

async function codesMailed({ database }: TestService, email: string): Promise<number> {
  const rows = await database.owner.transaction((tx) =>
    tx.query(sql`select from app.events where channel = 'email_reset' and payload = ${email}`),
  );
  return rows.length;
}

/** A question as cells ask it. @param kind what it is signed as */
function question(email: string, asked: string, kind = "asked for an account"): Promise<string> {
  return new SignJWT({ email, asked, entry: null })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("60 s")
    .sign(createHmac("sha256", TEST_SECRET).update(kind).digest());
}

const answerTo = async (api: Client, signed: string) =>
  (await api.get("/cells/account", { headers: { "Wakelog-Question": signed } })).json;

it("signs in and recovers at a cell in which somebody never was", async () => {
  const { atNorth, north, south } = cells;
  const { email, password } = sailor;
  const login = await atNorth.post("/rpc/login", { email: ` ${email.toUpperCase()} `, pass: password });
  expect([login.status, claimsOf(login.json.token).cell]).toEqual([200, "south"]);
  const boats = await atNorth.get("/vessels_view", { token: login.json.token });
  expect(boats.json).toMatchObject([{ name: "Seagull" }]);
  expect((await atNorth.post("/rpc/recover", { email })).json).toBe(true);
  expect([await codesMailed(south, email), await codesMailed(north, email)]).toEqual([1, 0]);
});

it("refuses a second account as the own cell does, and makes those that are new", async () => {
  const { atNorth, atSouth, north } = cells;
  const { email, password } = await newSailor(atSouth, "Fulmar");
  for (const more of [NAMES, { firstname: "A", lastname: "" }]) {
    const again = { email: email.toUpperCase(), pass: "another word", ...more };
    const there = await atSouth.post("/rpc/signup", again);
    const here = await atNorth.post("/rpc/signup", again);
    expect([here.status, here.text]).toEqual([there.status, there.text]);
    expect(here.status).toBe(409);
  }
  expect(await hasAccount(north, email)).toBe(false);
  const same = await atNorth.post("/rpc/signup", { email, pass: password, ...NAMES });
  expect([same.status, claimsOf(same.json.token).cell]).toEqual([200, "south"]);
  const other = await newSailor(atNorth, "Tern");
  expect(claimsOf(other.userToken).cell).toBe("north");
});

it("tells neither by its answer nor by how soon that comes where an account is, or that there is none", async () => {
  const { atNorth } = cells;
  const own = await newSailor(atNorth, "Petrel");
  for (const [path, body] of [
    ["/rpc/login", { pass: "wrong wrong" }],
    ["/rpc/recover", {}],
    ["/rpc/messenger_otp_fn", {}],
  ] as const) {
    const answers = new Set<string>();
    for (const email of [own.email, sailor.email, NOBODY]) {
      const began = performance.now();
      const { status, headers, text } = await atNorth.post(path, { ...body, email });
      expect(performance.now() - began, `${path} ${email}`).toBeGreaterThan(ALIKE_MS - 5);
      answers.add(JSON.stringify([status, [...headers.keys()].sort(), text]));
    }
    expect([...answers], path).toHaveLength(1);
  }
});

it("says so while a cell is away or hangs, the same to everybody it does not let in, and makes no account", {
  timeout: 120_000,
}, async () => {
  const { atNorth, north, south } = cells;
  const hanging = createServer().listen(0, "127.0.0.1");
  await once(hanging, "listening");
  const address = hanging.address();
  const port = typeof address === "object" ? address?.port : null;
  for (const away of ["http://127.0.0.1:9", `http://127.0.0.1:${port}`]) {
    const service = await startService({
      DATABASE_URL: north.database.url,
      WAKELOG_CELL: "north",
      WAKELOG_CELLS: `west=${away} south=${south.apiUrl}`,
    });
    try {
      const api = client(service.apiUrl);
      const own = await newSailor(atNorth, "Puffin");
      const answers = new Set<string>();
      for (const email of [own.email, NOBODY]) {
        for (const path of ["/rpc/login", "/rpc/recover"]) {
          const body = path === "/rpc/login" ? { email, pass: "wrong wrong" } : { email };
          const refused = await api.post(path, body);
          expect([refused.status, refused.headers.get("retry-after")], refused.text).toEqual([503, "10"]);
          answers.add(refused.text);
        }
      }
      expect([...answers]).toEqual([
        expect.stringContaining("The cell west, where this account may be, does not answer"),
      ]);
      // The mail that could be sent is sent all the same.
      expect(await codesMailed(north, own.email)).toBe(1);
      const signedUp = await api.post("/rpc/signup", { email: NOBODY, pass: "fair winds 7", ...NAMES });
      expect(signedUp.status).toBe(503);
      expect(await hasAccount(north, NOBODY)).toBe(false);
      // Who is here, or in a cell that answers, is let in.
      for (const { email, password } of [own, sailor]) {
        const login = await api.post("/rpc/login", { email, pass: password });
        expect(login.status, login.text).toBe(200);
      }
    } finally {
      await service.stop();
    }
  }
  hanging.close();
});

it("finds who has moved between two others, and who is on the way", { timeout: 60_000 }, async () => {
  const { atNorth, atSouth, north, south } = cells;
  const moving = await newSailor(atNorth, "Skua");
  const { email, password } = moving;
  const { account } = await idsOf(north, moving);
  await moveAccount({ from: north.database.owner, to: south.database.owner, cell: "south" }, email);
  const west = await startService({
    WAKELOG_CELL: "west",
    WAKELOG_CELLS: `north=${north.apiUrl} south=${south.apiUrl}`,
  });
  const opened = (at: string | null) =>
    south.database.owner.transaction((tx) =>
      tx.run(sql`update app.arriving set opened_at = ${at}::timestamptz where account_id = ${account}`),
    );
  const known = async () => [
    (await answerTo(atNorth, await question(email, "north"))).cell,
    (await answerTo(atSouth, await question(email, "south"))).cell,
  ];
  try {
    const atWest = client(west.apiUrl);
    expect(await known()).toEqual(["south", "south"]);
    await opened(null);
    expect(await known()).toEqual(["south", null]);
    await opened("2026-01-01");
    const login = await atWest.post("/rpc/login", { email, pass: password });
    expect([login.status, claimsOf(login.json.token).cell]).toEqual([200, "south"]);
    // Where an account is counts more than where one of that address went.
    const stayed = await newSailor(atSouth, "Eider");
    await north.database.owner.transaction((tx) =>
      tx.run(sql`insert into app.moved (id, email, cell) values ('long gone', ${stayed.email}, 'west')`),
    );
    expect((await answerTo(atNorth, await question(stayed.email, "north"))).cell).toBe("west");
    const other = { email: stayed.email, pass: stayed.password };
    expect((await atWest.post("/rpc/login", other)).status).toBe(200);
  } finally {
    await west.stop();
    await north.database.owner.transaction((tx) => tx.run(sql`delete from app.moved where id = 'long gone'`));
  }
});

it("lets nobody ask but cells: no token, no header that a cell passed on, no question for another", async () => {
  const { atNorth, atSouth } = cells;
  const { email } = sailor;
  expect(await answerTo(atSouth, await question(email, "south"))).toEqual({ cell: "south" });
  expect(await answerTo(atSouth, await question(NOBODY, "south"))).toEqual({ cell: null });
  const operator = await tokenIssuer(TEST_SECRET).operator("admin_role", 60);
  const plain = await new SignJWT({ email, asked: "south", entry: null })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("60 s")
    .sign(new TextEncoder().encode(TEST_SECRET));
  const nothing = await atSouth.get("/cells/nothing");
  expect(nothing.status).toBe(404);
  for (const token of [undefined, sailor.userToken, sailor.vesselToken, operator]) {
    for (const signed of [
      undefined,
      token ?? "nonsense",
      plain,
      await question(email, "south", "passed on"),
      await question(email, "west"),
    ]) {
      const headers = signed === undefined ? {} : { "Wakelog-Question": signed };
      const ask = token === undefined ? { headers } : { headers, token };
      // Nor does a cell that passes on what its sender may not do.
      for (const api of [atSouth, atNorth]) {
        const answer = await api.get(`/cells/account?email=${email}`, ask);
        expect([answer.status, answer.json.cell], `${token} ${signed}`).toEqual([404, undefined]);
      }
    }
  }
});

it("counts attempts in all cells, for whoever makes them and wherever the account is", {
  timeout: 60_000,
}, async () => {
  const strict = await twoCells({ WAKELOG_RATE_LIMITS: "on", WAKELOG_TRUST_PROXY: "1" });
  const { atNorth, atSouth } = strict;
  const from = (network: string) => ({ headers: { "X-Forwarded-For": network } });
  const left = async (network: string) =>
    Number((await atSouth.get("/", from(network))).headers.get("x-ratelimit-remaining"));
  /** The statuses of attempts that are made at the same time, sorted. */
  const statuses = async (times: number, api: Client, path: string, body: unknown, network: string) => {
    const tries = Array.from({ length: times }, () => api.post(path, body, from(network)));
    return (await Promise.all(tries)).map(({ status }) => status).sort();
  };
  const of = (times: number, status: number) => Array<number>(times).fill(status);
  try {
    const [own, other] = [await newSailor(atNorth, "Gannet"), await newSailor(atSouth, "Gannet")];
    const full = await left("192.0.2.1");
    const pass = "wrong wrong";
    await atNorth.post("/rpc/login", { email: NOBODY, pass }, from("192.0.2.1"));
    expect([await left("192.0.2.1"), await left("192.0.2.2")]).toEqual([full - 2, full]);
    // Nobody has such an address, so nobody is asked.
    const long = `${"x".repeat(300)}@example.org`;
    await atNorth.post("/rpc/login", { email: long, pass }, from("192.0.2.3"));
    expect(await left("192.0.2.3")).toBe(full);

    for (const [n, email] of [NOBODY, own.email, other.email].entries()) {
      const network = `192.0.3.${n}`;
      const guessed = await statuses(12, atNorth, "/rpc/login", { email, pass }, network);
      expect(guessed, email).toEqual([...of(10, 401), ...of(2, 429)]);
      expect(await statuses(1, atSouth, "/rpc/login", { email, pass }, network), email).toEqual([429]);
      // Who has guessed enough in one cell learns no more in another.
      await statuses(10, atSouth, "/rpc/login", { email, pass }, `192.0.4.${n}`);
      const elsewhere = await atNorth.post("/rpc/login", { email, pass }, from(`192.0.4.${n}`));
      expect([elsewhere.status, elsewhere.headers.has("retry-after")], email).toEqual([429, true]);
      const { status } = await atNorth.post("/rpc/login", { email, pass }, from(`192.0.5.${n}`));
      expect(status, email).toBe(401);

      const mailed = await statuses(21, atNorth, "/rpc/recover", { email }, `192.0.6.${n}`);
      expect(mailed, email).toEqual([...of(20, 200), 429]);
      expect(await statuses(1, atSouth, "/rpc/recover", { email }, `192.0.6.${n}`), email).toEqual([429]);
    }
    // Twelve that are refused ask no more than ten times, and one was asked directly.
    expect(await left("192.0.3.0")).toBe(full - 11);

    const nameless = { email: NOBODY, pass: "fair winds 7", firstname: "A", lastname: "B" };
    const tried = await statuses(11, atNorth, "/rpc/signup", nameless, "192.0.7.1");
    expect(tried).toEqual([...of(10, 400), 429]);
    const taken = { ...nameless, email: other.email };
    expect(await statuses(1, atSouth, "/rpc/signup", taken, "192.0.7.1")).toEqual([429]);
  } finally {
    await strict.stop();
  }
});
