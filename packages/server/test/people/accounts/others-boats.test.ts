/** What a member does on other users' boats, and what remains after leaving. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { exif, png } from "../../boat/photos/pictures.ts";

const service = serviceForTests();
const { api } = service;
const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.query(statement));

const vesselOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).vid;
const row = () => ({ time: new Date().toISOString(), latitude: 59.9, longitude: 23.4 });
const sends = async (boat: string) => (await api.post("/metrics", row(), { token: boat })).status;

/** A new user, a member of a boat in a role; `firstname` distinguishes users. */
async function join(boat: Sailor, role: string, firstname: string) {
  const email = `${firstname.toLowerCase()}@example.org`;
  const person = { email, pass: "fair winds 7", firstname, lastname: "Meri" };
  await api.post("/rpc/signup", person);
  await run(sql`
    insert into app.memberships (account_id, vessel_id, role, created_at)
    select account_id, ${vesselOf(boat.vesselToken)}, ${role}, now() - interval '1 day'
    from app.accounts where email = ${email} returning 1`);
  const token = async () => (await api.post("/rpc/login", { email, pass: person.pass })).json.token;
  return { email, pass: person.pass, token: await token(), signIn: token };
}

const leave = (email: string) =>
  run(sql`
    delete from app.memberships m using app.accounts a
    where a.account_id = m.account_id and a.email = ${email} returning 1`);

describe("the token of a boat", () => {
  it("is the current boat's: a skipper aboard another's boat ends neither hers nor the own one's", async () => {
    const hers = await newSailor(api, "Hers");
    const skipper = await join(hers, "skipper", "Skipper");
    const body = { vessel_email: skipper.email, vessel_mmsi: "", vessel_name: "His own" };
    const own = (await api.post("/rpc/register_vessel", body, { token: skipper.token })).json.token;
    const token = await skipper.signIn();
    for (const [path, args] of [
      ["/rpc/rotate_vessel_token_fn", {}],
      ["/rpc/register_vessel", body],
    ] as const) {
      const { status, json } = await api.post(path, { ...args, pass: skipper.pass }, { token });
      expect([status, json.message]).toEqual([403, "You do not own this boat, so you get no token for it."]);
    }
    expect([await sends(own), await sends(hers.vesselToken)]).toEqual([201, 201]);
  });

  it("outlives who registered her, while she has an owner", async () => {
    const boat = await newSailor(api, "Handed over");
    const heir = await join(boat, "owner", "Heir");
    await leave(boat.email);
    expect(await sends(boat.vesselToken)).toBe(201);
    const gone = await api.post(
      "/rpc/delete_account_fn",
      { pass: boat.password, email: boat.email },
      { token: boat.userToken },
    );
    expect([gone.status, await sends(boat.vesselToken)]).toEqual([200, 201]);
    await run(sql`update app.accounts set disabled = true where email = ${heir.email} returning 1`);
    expect(await sends(boat.vesselToken)).toBe(400);
  });
});

describe("what a person wrote aboard another's boat", () => {
  let boat: Sailor;
  let crew: Awaited<ReturnType<typeof join>>;
  const seen = async () => {
    const of = async (path: string) => (await api.get(path, { token: boat.userToken })).json;
    const [[entry], [photo], [edit]] = await Promise.all([
      of("/log_entries?select=author,text"),
      of("/log_photos?select=author"),
      of("/edits_view?select=made_by"),
    ]);
    return [entry?.author, photo?.author, edit?.made_by, entry?.text];
  };

  beforeAll(async () => {
    boat = await newSailor(api, "Shared");
    crew = await join(boat, "skipper", "Lotta");
    await api.post("/metrics?select=time", passage(Date.now() - 8 * 3_600_000, DAY_TRIP), {
      token: boat.vesselToken,
    });
    await service.drainJobs();
    const { token } = crew;
    const [log] = (await api.get("/logs_view?select=id&limit=1", { token })).json;
    const written = await Promise.all([
      api.post("/log_entries", { text: "Reefed" }, { token }),
      fetch(`${service.apiUrl}/rpc/add_log_photo_fn`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" },
        body: new Uint8Array(png(exif({}))),
      }),
      api.post("/rpc/delete_logbook_fn", { _id: log.id }, { token }),
    ]);
    expect(written.map(({ status }) => status)).toEqual([201, 200, 200]);
  });

  it("keeps the name that the person had then, after a new name and after leaving", async () => {
    const before = ["Lotta Meri", "Lotta Meri", "Lotta Meri", "Reefed"];
    expect(await seen()).toEqual(before);
    await api.post(
      "/rpc/change_name_fn",
      { firstname: "Charlotta", lastname: "Meri" },
      { token: crew.token },
    );
    expect(await seen()).toEqual(before);
    await leave(crew.email);
    expect(await seen()).toEqual(before);
  });

  it("stays without a name when the account is deleted", async () => {
    const answer = await api.post(
      "/rpc/delete_account_fn",
      { pass: crew.pass, email: crew.email },
      { token: crew.token },
    );
    expect(answer.status, answer.text).toBe(200);
    expect(await seen()).toEqual([null, null, null, "Reefed"]);
    expect(
      await run(sql`select from app.authorship where vessel_id = ${vesselOf(boat.vesselToken)}`),
    ).toEqual([]);
    expect(await run(sql`select from app.edits where account_id is not null and author is null`)).toEqual([]);
  });
});
