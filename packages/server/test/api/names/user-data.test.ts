/** What owners add to the vessel, logs, stays and moorages: how it is written, checked and kept. */
import { describe, expect, it } from "vitest";
import { ownerForTests } from "./owner.ts";

const { person, put, one, describedBoat, sailedLog } = ownerForTests();
const KIB = 1024;

describe("a log", () => {
  it("checks tags wherever they are written, and takes one name for a list of one", async () => {
    const id = await sailedLog();
    for (const wrong of ["race", 7, [7], [""], { race: 1 }]) {
      const answer = await put(`/logbook?id=eq.${id}`, { user_data: { tags: wrong } });
      expect([answer.status, answer.json.code, answer.json.message]).toEqual([
        400,
        "22023",
        "tags must be a list of at most 50 names, each of 1 to 100 characters",
      ]);
    }
    const answer = await person.skipper.call("update_logbook_observations_fn", {
      _id: id,
      observations: { tags: "race" },
    });
    expect(answer.json).toBe(true);
    expect((await one(`/logbook?id=eq.${id}`)).user_data.tags).toEqual(["race"]);
  });

  it("keeps what users added when it is derived again, split, joined and taken back", async () => {
    const id = await sailedLog();
    const images = [{ url: "https://example.org/bow.jpg" }];
    const said = { tags: ["race"], observations: { seaState: 2 }, images, mood: "calm" };
    const [, log] = await person.skipper.rows("/logbook?select=id&order=_from_time");
    await person.change(`/logbook?id=eq.${log.id}`, { user_data: said });
    const kept = async () => (await one(`/logbook?id=eq.${log.id}`))?.user_data;
    const before = await kept();
    expect(before).toMatchObject(said);
    await person.skipper.call("refold_fn", {});
    await person.service.drainJobs();
    expect(await kept()).toMatchObject(said);
    const joined = await person.skipper.call("merge_logbook_fn", { id_start: id, id_end: log.id });
    expect(joined.status, joined.text).toBe(200);
    await person.service.drainJobs();
    const [edit] = await person.skipper.rows("/edits_view?order=id.desc&limit=1");
    await person.skipper.call("undo_edit_fn", { _id: edit.id });
    await person.service.drainJobs();
    expect(await kept()).toMatchObject(said);
    await person.change(`/logbook?id=eq.${log.id}`, { name: "Named" });
    expect(await kept()).toMatchObject(said);
  });
});

describe("the vessel", () => {
  it("refuses alerting that the preference refuses, and keeps both as they were", async () => {
    await describedBoat();
    await person.skipper.call("update_vessel_settings_fn", { key: "{alerting,enabled}", value: "true" });
    for (const answer of [
      await put("/metadata", { user_data: { alerting: { low_fuel_threshold: 101 } } }),
      await person.skipper.call("update_vessel_settings_fn", {
        key: "{alerting,low_fuel_treshold}",
        value: "5",
      }),
      await person.skipper.call("update_metadata_userdata_fn", { userdata: { alerting: 7 } }),
    ])
      expect([answer.status, answer.json.code]).toEqual([400, "22023"]);
    expect((await one("/metadata?select=user_data")).user_data).toEqual({ alerting: { enabled: true } });
  });

  it("has its settings set by path, and says so while nothing has described it", async () => {
    const setting = (key: unknown, value: unknown) =>
      person.skipper.call("update_vessel_settings_fn", { key, value });
    expect((await setting("make_model", "Nauticat 33")).json).toBe(false);
    expect((await person.skipper.call("update_metadata_userdata_fn", { userdata: "{}" })).json).toBe(false);
    await describedBoat();
    for (const [key, value] of [
      ["make_model", "Nauticat 33"],
      ["{specs,sails,main}", "23.5"],
      ["{specs,keel}", '{"m": 1.5}'],
      ["gone", "1"],
      ["gone", "null"],
    ])
      expect((await setting(key, value)).json).toBe(true);
    expect((await one("/metadata?select=user_data")).user_data).toEqual({
      make_model: "Nauticat 33",
      specs: { sails: { main: 23.5 }, keel: { m: 1.5 } },
    });
    for (const [key, value] of [
      [null, "1"],
      ["a", null],
    ]) {
      const answer = await setting(key, value);
      expect([answer.status, answer.json.message]).toEqual([400, "invalid input"]);
    }
    const [text, list] = [
      await person.skipper.call("update_metadata_userdata_fn", { userdata: "{" }),
      await person.skipper.call("update_metadata_userdata_fn", { userdata: "[1]" }),
    ];
    expect([text.status, text.json.code, list.status, list.json.code]).toEqual([400, "22P02", 400, "22023"]);
  });

  it("stamps new pictures and a new polar, and neither its contact nor its description", async () => {
    await describedBoat();
    const before = await one("/metadata?select=time,updated_at");
    await put("/metadata", { user_data: { polar: "twa/tws;6", make_model: "X" } });
    await person.skipper.call("update_metadata_userdata_fn", {
      userdata: { images: [{ url: "https://a/b" }] },
    });
    const { user_data: added, ...contact } = await one("/metadata?select=user_data,time,updated_at");
    const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
    expect([added.polar_updated_at, added.image_updated_at]).toEqual([
      expect.stringMatching(stamp),
      expect.stringMatching(stamp),
    ]);
    expect(contact).toEqual(before);
    await put("/metadata", { name: "Renamed" });
    expect((await one("/metadata?select=updated_at")).updated_at > before.updated_at).toBe(true);
    expect(
      await person.skipper.rows(
        "/metadata?select=polar:user_data->>polar,polar_updated_at:user_data->>polar_updated_at",
      ),
    ).toEqual([{ polar: "twa/tws;6", polar_updated_at: added.polar_updated_at }]);
    expect(await person.skipper.rows("/metadata?select=ip,signalk_version")).toEqual([
      { ip: null, signalk_version: "unknown" },
    ]);
  });
});

it("is replaced by PATCH, is an object of at most 256 KiB, and shows itself at once", async () => {
  await describedBoat();
  await sailedLog();
  for (const path of ["metadata", "logbook", "stays", "moorages"]) {
    const { id, user_data: first } = await one(`/${path}?select=id,user_data&order=id&limit=1`);
    expect(first).toEqual(path === "logbook" ? { observations: expect.anything() } : {});
    const images = [{ id: "k3f", url: "https://example.org/bow.jpg", caption: "Bow" }];
    expect((await put(`/${path}?id=eq.${id}`, { user_data: { images, any: [1] } })).status).toBe(204);
    expect((await put(`/${path}?id=eq.${id}`, { user_data: { any: { x: 1 } } })).status).toBe(204);
    expect((await one(`/${path}?id=eq.${id}`)).user_data).toEqual({
      any: { x: 1 },
      image_updated_at: expect.any(String),
    });
    for (const wrong of [null, 7, "x", [], { text: "x".repeat(256 * KIB) }]) {
      const answer = await put(`/${path}?id=eq.${id}`, { user_data: wrong });
      expect([path, answer.status, answer.json?.code]).toEqual([path, 400, "22023"]);
    }
    expect((await put(`/${path}?id=eq.${id}`, { user_data: { text: "x".repeat(200 * KIB) } })).status).toBe(
      204,
    );
  }
});
