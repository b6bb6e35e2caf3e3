/** Rights of a vessel's members, by role. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, expect, it } from "vitest";
import { type Answer, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let owner: Sailor;

beforeAll(async () => {
  owner = await newSailor(api, "Hospitable");
  const rows = passage(Date.now() - 8 * 3_600_000, DAY_TRIP);
  await api.post("/metrics?select=time", rows, { token: owner.vesselToken });
  await service.drainJobs();
});

/** A user without a boat who is a member of the owner's, in a role. */
async function member(role: string, name = role): Promise<string> {
  const email = `${name}@example.org`;
  const person = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
  await api.post("/rpc/signup", person);
  await service.database.owner.transaction((tx) =>
    tx.run(sql`
      insert into app.memberships (account_id, vessel_id, role)
      select a.account_id, m.vessel_id, ${role} from app.accounts a, app.memberships m join app.accounts o using (account_id)
      where a.email = ${email} and o.email = ${owner.email}`),
  );
  return (await api.post("/rpc/login", { email, pass: person.pass })).json.token;
}

it("a guest reads the logbook and changes nothing in it", async () => {
  const token = await member("guest");
  const logs = (await api.get("/logs_view?select=id&order=id", { token })).json;
  expect(logs).toHaveLength(2);
  expect((await api.post("/rpc/stats_logs_fn", {}, { token })).json.stats.count).toBe(2);
  const { id } = logs[0];
  const before = (await api.get("/logbook?order=id", { token: owner.userToken })).text;
  const tries: readonly Promise<Answer>[] = [
    api.patch(`/logbook?id=eq.${id}`, { name: "Mine" }, { token }),
    api.delete(`/logbook?id=eq.${id}`, { token }),
    api.post("/moorages", { name: "Mine", latitude: 1, longitude: 1 }, { token }),
    api.post("/rpc/update_logbook_observations_fn", { _id: id, observations: '{"tags":["x"]}' }, { token }),
    api.post("/rpc/merge_logbook_fn", { id_start: logs[0].id, id_end: logs[1].id }, { token }),
  ];
  const refused = await Promise.all(tries);
  for (const { status, json } of refused) {
    expect([status, json.message]).toEqual([403, "A guest can read the logbook but cannot change it."]);
  }
  expect((await api.post("/rpc/preview_fold_fn", { settings: {} }, { token })).status).toBe(200);
  expect((await api.get("/logbook?order=id", { token: owner.userToken })).text).toBe(before);
  // The account is the guest's own.
  const set = { key: "{website}", value: "guest.example" };
  expect((await api.post("/rpc/update_user_preferences_fn", set, { token })).json).toBe(true);
});

it("crew and skipper write", async () => {
  const [log] = (await api.get("/logs_view?select=id&limit=1", { token: owner.userToken })).json;
  for (const role of ["crew", "skipper"]) {
    const token = await member(role);
    expect((await api.patch(`/logbook?id=eq.${log.id}`, { notes: role }, { token })).status).toBe(204);
  }
});

it("what was added to logs and places is the crew's, to the vessel the owners', at both addresses", async () => {
  const owners = { token: owner.userToken };
  await api.post("/metadata", { name: "Hospitable" }, { token: owner.vesselToken });
  const ids = async (path: string) => (await api.get(`${path}?select=id&limit=1`, owners)).json[0].id;
  const [log, stay, moorage] = await Promise.all(["/logbook", "/stays", "/moorages"].map(ids));
  const note = (text: string) => ({ user_data: { note: text } });
  const ranks = ["guest", "crew", "skipper", "owner"];
  type Write = (base: string, token: string, text: string) => Promise<Answer>;
  const call =
    (name: string, body: (text: string) => object): Write =>
    (base, token, text) =>
      api.post(`${base}/rpc/${name}`, body(text), { token });
  const patch =
    (path: string): Write =>
    (base, token, text) =>
      api.patch(`${base}${path}`, note(text), { token });
  const writes: readonly (readonly [string, Write])[] = [
    ["crew", patch(`/logbook?id=eq.${log}`)],
    ["crew", patch(`/stays?id=eq.${stay}`)],
    ["crew", patch(`/moorages?id=eq.${moorage}`)],
    ["crew", call("update_logbook_observations_fn", (text) => ({ _id: log, observations: { note: text } }))],
    [
      "skipper",
      call("delete_trip_entry_fn", () => ({
        _id: log,
        update_string: "[2020-01-01T00:00:00Z, 2020-01-02T00:00:00Z]",
      })),
    ],
    ["skipper", call("update_boat_settings_fn", () => ({ settings: {} }))],
    ["owner", patch("/metadata")],
    ["owner", call("update_metadata_userdata_fn", (text) => ({ userdata: { note: text } }))],
    ["owner", call("update_vessel_settings_fn", (text) => ({ key: "note", value: text }))],
  ];
  const refusals = new Map([
    ["guest", "A guest can read the logbook but cannot change it."],
    ["crew", "Crew can write in the logbook but cannot change this: ask a skipper or an owner of the boat."],
    ["skipper", "Only an owner of the boat can do this."],
  ]);
  const added = async () =>
    Promise.all(
      ["logbook", "stays", "moorages", "metadata"].map(
        async (path) => (await api.get(`/${path}?select=user_data&order=vessel_id`, owners)).text,
      ),
    );
  for (const role of ranks) {
    const token = await member(role, `second-${role}`);
    for (const [n, [least, write]] of writes.entries()) {
      for (const base of ["", "/v2"]) {
        const before = await added();
        const { status, json } = await write(base, token, `${role} ${base}`);
        const may = ranks.indexOf(role) >= ranks.indexOf(least);
        expect([n, role, base, status < 300]).toEqual([n, role, base, may]);
        if (may) continue;
        expect([n, status, json.code, json.message]).toEqual([n, 403, "42501", refusals.get(role)]);
        expect(await added()).toEqual(before);
      }
    }
    // What stays as it was is no change.
    const [{ user_data, name }] = (await api.get("/metadata?select=user_data,name", owners)).json;
    const same = await api.patch("/metadata", { user_data, name }, { token });
    expect([role, same.status]).toEqual([role, role === "guest" ? 403 : 204]);
  }
});

it("a remark is changed by its author, a skipper or an owner, at both addresses", async () => {
  const owners = { token: owner.userToken };
  const [{ id: log, started }] = (await api.get("/logs_view?select=id,started&limit=1", owners)).json;
  const at = (minute: number) => new Date(Date.parse(started) + minute * 60_000).toISOString();
  const remarks = async () =>
    (await api.get("/log_entries?select=time,text,author&order=time", owners)).json.map(
      (one: { time: string; text: string }) => [
        (Date.parse(one.time) - Date.parse(started)) / 60_000,
        one.text,
      ],
    );
  const [crew, skipper] = [await member("crew", "author-crew"), await member("skipper", "author-skipper")];
  const written = await api.post("/log_entries", { time: at(5), text: "Fog" }, owners);
  expect(written.status).toBe(201);
  const [{ id }] = (await api.get("/log_entries?select=id", owners)).json;
  const notes = (base: string, token: string, ...said: readonly (readonly [number, string])[]) => {
    const value = said.map(([minute, text]) => `"${text}"@${at(minute)}`).join(", ");
    return api.post(`${base}/rpc/update_trip_notes_fn`, { _id: log, update_string: `[${value}]` }, { token });
  };
  for (const base of ["", "/v2"]) {
    // Beside the owner's remark, and with it unchanged.
    expect((await notes(base, crew, [5, "Fog"], [8, `Seal${base}`])).status).toBe(204);
    const before = await remarks();
    expect(before).toEqual([
      [5, "Fog"],
      [8, `Seal${base}`],
    ]);
    for (const refused of [
      await notes(base, crew, [5, "Sun"], [9, "Tern"]),
      await notes(base, crew, [5, ""]),
      await api.patch(`${base}/log_entries?id=eq.${id}`, { text: "Sun" }, { token: crew }),
      await api.delete(`${base}/log_entries?id=eq.${id}`, { token: crew }),
    ]) {
      expect([refused.status, refused.json.code, refused.json.message]).toEqual([
        ...[403, "42501"],
        "Crew can write in the logbook but cannot change this: ask a skipper or an owner of the boat.",
      ]);
      expect(await remarks()).toEqual(before);
    }
    expect((await notes(base, skipper, [5, "Rain"], [8, "Two seals"])).status).toBe(204);
    expect((await notes(base, owner.userToken, [5, "Fog"])).status).toBe(204);
  }
  expect((await notes("", skipper, [5, ""], [8, ""])).status).toBe(204);
  expect(await remarks()).toEqual([]);
});
