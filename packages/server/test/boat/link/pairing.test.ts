/** Linking a boat: one line, one key, and nothing but the link behind it. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { decodeJwt, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { client, newSailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { linkedBoat, member, newDevice, pair } from "./linked-boat.ts";

const service = serviceForTests({ WAKELOG_TRUST_PROXY: "1" });
/** Each client has its own address. */
let addresses = 0;
const from = (address = `203.0.113.${++addresses}`) => {
  const { send } = client(() => service.apiUrl);
  return {
    ...client(() => service.apiUrl),
    post: (path: string, body: unknown, ask: { token?: string } = {}) =>
      send("POST", path, { ...ask, body, headers: { "X-Forwarded-For": address } }),
  };
};
const api = from();

const accountOf = (token: string) => String(decodeJwt(token).uid);
/** Takes a member off the boat. */
const leave = (token: string) =>
  service.database.owner.transaction((tx) =>
    tx.run(sql`delete from app.memberships where account_id = ${accountOf(token)}`),
  );
const links = async (token: string) => (await api.get("/boat_links_view?order=id", { token })).json;

describe("a code", () => {
  it("is a line of the API's address and eight letters, good for a quarter of an hour", async () => {
    const { userToken } = await newSailor(api);
    const { status, json } = await api.post("/rpc/pair_boat_fn", {}, { token: userToken });
    expect(status).toBe(200);
    expect(json.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(json.line).toBe(`${service.apiUrl}/${json.code}`);
    const minutes = (Date.parse(json.expires) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
  });

  it("becomes a key, however it is written, and is listed for the boat's people", async () => {
    const sailor = await newSailor(api, "Vega");
    const { json: shown } = await api.post("/rpc/pair_boat_fn", {}, { token: sailor.userToken });
    const written = `${shown.code.slice(0, 4)}-${shown.code.slice(4)} `.toLowerCase();
    const paired = await api.post("/link/pair", {
      code: written,
      device: newDevice(),
      name: "Cerbo GX",
      version: "1.0.0",
      vessel: { name: "Vega", mmsi: "230099999", uuid: "urn:mrn:signalk:uuid:1" },
    });
    expect(paired.status, paired.text).toBe(200);
    expect(paired.json.key).toMatch(/^wl_[\w-]{32}$/);
    expect(paired.json.vessel).toEqual({ id: expect.any(String), name: "Vega" });
    expect(paired.json.settings).toMatchObject({ version: expect.any(Number), watch: [] });
    expect(Math.abs(paired.json.time - Date.now())).toBeLessThan(60_000);
    expect(await links(sailor.userToken)).toMatchObject([
      { name: "Cerbo GX", version: "1.0.0", revoked_at: null, stream: null, rows: null },
    ]);
  });

  it("is answered again to the same device, whose former key is dead, and to no other", async () => {
    const { userToken } = await newSailor(api);
    const { json: shown } = await api.post("/rpc/pair_boat_fn", {}, { token: userToken });
    const device = newDevice();
    const first = await api.post("/link/pair", { code: shown.code, device });
    const again = await api.post("/link/pair", { code: shown.code, device });
    expect(again.status).toBe(200);
    expect(again.json.key).not.toBe(first.json.key);
    const has = (key: string) => api.get("/link/has?stream=abcdefgh", { token: key });
    expect((await has(first.json.key)).status).toBe(401);
    expect((await has(again.json.key)).status).toBe(200);
    expect(await links(userToken)).toHaveLength(1);
    const other = await api.post("/link/pair", { code: shown.code, device: newDevice() });
    expect([other.status, other.json.message]).toEqual([401, expect.stringMatching(/code/)]);
  });

  it("is refused when it is too old or unknown, and ten guesses an hour from one address are enough", async () => {
    const { userToken } = await newSailor(api);
    const { json: shown } = await api.post("/rpc/pair_boat_fn", {}, { token: userToken });
    await service.database.owner.transaction((tx) =>
      tx.run(sql`update app.boat_codes set expires_at = now() - interval '1 s'`),
    );
    const guesser = from();
    const tooOld = await guesser.post("/link/pair", { code: shown.code, device: newDevice() });
    expect(tooOld.status).toBe(401);
    for (let i = 0; i < 9; i++)
      expect((await guesser.post("/link/pair", { code: "00000000", device: newDevice() })).status).toBe(401);
    const stopped = await guesser.post("/link/pair", { code: "00000000", device: newDevice() });
    expect([stopped.status, Number(stopped.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    // A good code is refused there too, and accepted from elsewhere.
    const { json: good } = await api.post("/rpc/pair_boat_fn", {}, { token: userToken });
    expect((await guesser.post("/link/pair", { code: good.code, device: newDevice() })).status).toBe(429);
    expect((await from().post("/link/pair", { code: good.code, device: newDevice() })).status).toBe(200);
  });

  it("that is right is no guess: many boats pair behind one address", async () => {
    const harbour = from();
    const sailor = await newSailor(api);
    for (let i = 0; i < 12; i++) {
      const { json: shown } = await api.post("/rpc/pair_boat_fn", {}, { token: sailor.userToken });
      expect((await harbour.post("/link/pair", { code: shown.code, device: newDevice() })).status).toBe(200);
    }
  });

  it("is shown to owners alone", async () => {
    const boat = await linkedBoat(api);
    for (const [role, status, words] of [
      ["owner", 200, null],
      ["skipper", 403, "Only an owner of the boat can do this."],
      ["crew", 403, /^Crew can write in the logbook/],
      ["guest", 403, "A guest can read the logbook but cannot change it."],
    ] as const) {
      const token = await member(api, service.database, boat, role);
      const answer = await api.post("/rpc/pair_boat_fn", {}, { token });
      expect(answer.status, role).toBe(status);
      if (words !== null)
        expect(answer.json).toMatchObject({ code: "42501", message: expect.stringMatching(words) });
      expect(await links(token), role).toHaveLength(1);
      const unlinked = await api.post("/rpc/unlink_boat_fn", { _id: 0 }, { token });
      expect(unlinked.status, role).toBe(role === "owner" ? 404 : 403);
    }
    expect((await api.post("/rpc/pair_boat_fn", {})).status).toBe(401);
    expect((await api.post("/rpc/pair_boat_fn", {}, { token: boat.vesselToken })).status).toBe(403);
  });

  it("pairs only while the owner who asked for it is one", async () => {
    const boat = await linkedBoat(api);
    const second = await member(api, service.database, boat, "owner");
    const { json: shown } = await api.post("/rpc/pair_boat_fn", {}, { token: second });
    await leave(second);
    const used = await api.post("/link/pair", { code: shown.code, device: newDevice() });
    expect(used.status).toBe(401);
    // The other owner's code pairs.
    expect((await pair(api, boat)).status).toBe(200);
  });

  it("needs the password in an older session", async () => {
    const { userToken, password } = await newSailor(api);
    const token = await new SignJWT({
      ...decodeJwt(userToken),
      auth_time: Math.floor(Date.now() / 1000) - 601,
    })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(new TextEncoder().encode(TEST_SECRET));
    const without = await api.post("/rpc/pair_boat_fn", {}, { token });
    expect([without.status, without.json.code]).toEqual([403, "28P01"]);
    const wrong = await api.post("/rpc/pair_boat_fn", { pass: "not this one" }, { token });
    expect([wrong.status, wrong.json.code]).toEqual([403, "28P01"]);
    expect((await api.post("/rpc/pair_boat_fn", { pass: password }, { token })).status).toBe(200);
  });
});

describe("the vessel's token", () => {
  it("becomes a key without a code, while it is the newest", async () => {
    const sailor = await newSailor(api);
    const paired = await api.post("/link/pair", { device: newDevice() }, { token: sailor.vesselToken });
    expect(paired.status, paired.text).toBe(200);
    expect(paired.json.key).toMatch(/^wl_/);
    await api.post("/rpc/rotate_vessel_token_fn", { pass: sailor.password }, { token: sailor.userToken });
    const old = await api.post("/link/pair", { device: newDevice() }, { token: sailor.vesselToken });
    expect(old.status).toBe(401);
    // The link made before goes on.
    expect((await api.get("/link/has?stream=abcdefgh", { token: paired.json.key })).status).toBe(200);
    for (const token of [sailor.userToken, paired.json.key])
      expect((await api.post("/link/pair", { device: newDevice() }, { token })).status).toBe(401);
    expect((await api.post("/link/pair", { device: newDevice() })).status).toBe(401);
  });
});

describe("a key", () => {
  it("opens the link and nothing else", async () => {
    const { key } = await linkedBoat(api);
    for (const path of [
      "/",
      "/metrics",
      "/logbook",
      "/boat_links_view",
      "/live",
      "/rpc/live_state_fn",
      "/stays_at",
    ])
      expect((await api.get(path, { token: key })).status, path).toBe(401);
    for (const path of [
      "/metrics",
      "/metadata",
      "/rpc/link_exchange_fn",
      "/rpc/pair_boat_fn",
      "/rpc/export_account_fn",
    ])
      expect((await api.post(path, [], { token: key })).status, path).toBe(401);
  });

  it("ends when the link is ended, with the code that made it", async () => {
    const sailor = await newSailor(api);
    const { json: shown } = await api.post("/rpc/pair_boat_fn", {}, { token: sailor.userToken });
    const device = newDevice();
    const { json } = await api.post("/link/pair", { code: shown.code, device });
    const [{ id }] = await links(sailor.userToken);
    const ended = await api.post("/rpc/unlink_boat_fn", { _id: id }, { token: sailor.userToken });
    expect([ended.status, ended.json]).toEqual([200, true]);
    expect((await api.get("/link/has?stream=abcdefgh", { token: json.key })).status).toBe(401);
    expect((await api.post("/link/pair", { code: shown.code, device })).status).toBe(401);
    expect((await links(sailor.userToken))[0].revoked_at).not.toBeNull();
    // Paired again, the device is a new link.
    expect((await pair(api, sailor, device)).status).toBe(200);
    expect(await links(sailor.userToken)).toHaveLength(2);
  });

  it("counts as long as one of the boat's owners may sign in", async () => {
    const boat = await linkedBoat(api);
    const second = await member(api, service.database, boat, "owner");
    const ofSecond = (await pair(api, { ...boat, userToken: second })).json.key;
    expect(await links(second)).toHaveLength(2);
    const has = async () =>
      Promise.all(
        [boat.key, ofSecond].map(
          async (token) => (await api.get("/link/has?stream=abcdefgh", { token })).status,
        ),
      );
    // Who paired it does not matter.
    await leave(second);
    expect(await has()).toEqual([200, 200]);
    const third = await member(api, service.database, boat, "owner");
    const disable = (token: string, disabled: boolean) =>
      service.database.owner.transaction((tx) =>
        tx.run(sql`update app.accounts set disabled = ${disabled} where account_id = ${accountOf(token)}`),
      );
    await disable(boat.userToken, true);
    expect(await has()).toEqual([200, 200]);
    await disable(third, true);
    expect(await has()).toEqual([401, 401]);
    await disable(boat.userToken, false);
    expect(await has()).toEqual([200, 200]);
  });

  it("outlives a sign-out everywhere, and ends with the boat", async () => {
    const sailor = await newSailor(api);
    const { key } = (await pair(api, sailor)).json;
    const has = async () => (await api.get("/link/has?stream=abcdefgh", { token: key })).status;
    const { userToken: token, password: pass, email } = sailor;
    expect((await api.post("/rpc/sign_out_everywhere_fn", {}, { token })).status).toBe(200);
    expect(await has()).toBe(200);
    const again = (await api.post("/rpc/login", { email, pass })).json.token;
    const deleted = await api.post("/rpc/delete_account_fn", { pass, email }, { token: again });
    expect(deleted.status, deleted.text).toBe(200);
    expect(await has()).toBe(401);
  });

  it("is its boat's alone: another boat's people see no link and end none", async () => {
    const boat = await linkedBoat(api);
    const stranger = await newSailor(api);
    const [{ id }] = await links(boat.userToken);
    expect(await links(stranger.userToken)).toEqual([]);
    expect((await api.post("/rpc/unlink_boat_fn", { _id: id }, { token: stranger.userToken })).status).toBe(
      404,
    );
    expect((await api.get("/boat_links_view", { token: boat.vesselToken })).status).toBe(403);
    expect((await api.get("/link/has?stream=abcdefgh", { token: boat.key })).status).toBe(200);
  });

  it("is needed for what the link alone calls, which the API does not describe", async () => {
    const { vesselToken } = await linkedBoat(api);
    expect((await api.get("/rpc/link_has_fn?stream=abcdefgh", { token: vesselToken })).status).toBe(403);
    const { paths } = (await api.get("/", { token: vesselToken })).json;
    expect(Object.keys(paths).filter((path) => path.includes("link"))).toEqual([]);
  });

  it("is stored hashed, as are the code and the device", async () => {
    const sailor = await newSailor(api);
    const { json: shown } = await api.post("/rpc/pair_boat_fn", {}, { token: sailor.userToken });
    const device = newDevice();
    const { json } = await api.post("/link/pair", { code: shown.code, device });
    const [row] = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select (select string_agg(l::text, ' ') from app.boat_links l) || (select string_agg(c::text, ' ') from app.boat_codes c)
          as everything`),
    );
    for (const secret of [json.key, shown.code, device])
      for (const form of [secret, Buffer.from(secret).toString("hex")])
        expect(String(row?.everything)).not.toContain(form);
  });
});
