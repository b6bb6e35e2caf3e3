/** Contact rules: raised and cleared by the server's clock, and sent without storms. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { volts, type WatchedBoat, watchedBoat } from "./watched-boat.ts";

const service = serviceForTests();
const { api } = service;
const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.run(statement));

/** The boat makes contact now. */
const contact = (boat: WatchedBoat) =>
  api.post(
    "/metadata?on_conflict=vessel_id",
    { name: "Offline", plugin_version: "1" },
    { token: boat.sailor.vesselToken, headers: { Prefer: "resolution=merge-duplicates" } },
  );
/** Backdates everything by this many minutes. */
const pass = (minutes: number) =>
  run(sql`
    with boats as (update api.metadata set "time" = "time" - make_interval(mins => ${minutes}::int))
    update app.alerts set noticed_at = noticed_at - make_interval(mins => ${minutes}::int),
      told_at = told_at - make_interval(mins => ${minutes}::int),
      held_until = held_until - make_interval(mins => ${minutes}::int),
      raised_at = raised_at - make_interval(mins => ${minutes}::int),
      cleared_at = cleared_at - make_interval(mins => ${minutes}::int)`);
const offlineBoat = async () => {
  const boat = await watchedBoat(api, "Offline");
  await contact(boat);
  await boat.rule({ name: "Gone", kind: "offline", after: "PT5M", repeat: null });
  await pass(6);
  await service.drainJobs();
  expect(await boat.alerts()).toEqual([["offline", null, "raised"]]);
  expect(await boat.events()).toEqual(["alert_raised"]);
  return boat;
};

describe("a rule about contact", () => {
  it("is raised once the boat was silent for so long, and not before", async () => {
    const boat = await watchedBoat(api, "Offline");
    await contact(boat);
    await boat.rule({ name: "Gone", kind: "offline", after: "PT5M" });
    await pass(4);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([]);
    await pass(2);
    for (let n = 0; n < 3; n++) await service.drainJobs();
    expect(await boat.alerts()).toEqual([["offline", null, "raised"]]);
    expect((await boat.rows("/alerts_view"))[0].message).toBe("Gone: no contact with the boat.");
  });

  it("is raised although a row came from the future, for a boat that sent rows alone", async () => {
    const boat = await watchedBoat(api, "Ahead");
    await boat.rule({ name: "Gone", kind: "offline", after: "PT5M" });
    await boat.send([volts(-6, 13), volts(20, 13)]);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([]);
    await pass(6);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([["offline", null, "raised"]]);
    const [vessel] = await boat.rows("/vessels_view?select=last_contact,offline");
    expect(vessel).toEqual({ last_contact: expect.any(String), offline: false });
    await boat.send([volts(0, 13)]);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([["offline", null, "cleared"]]);
  });

  it("is cleared at once, and told at once after half an hour", async () => {
    const boat = await offlineBoat();
    await pass(30);
    await contact(boat);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([["offline", null, "cleared"]]);
    expect(await boat.events()).toEqual(["alert_raised", "alert_cleared"]);
  });

  it("tells a return within half an hour when that is over, if it lasts", async () => {
    const boat = await offlineBoat();
    await pass(10);
    await contact(boat);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([["offline", null, "cleared"]]);
    expect(await boat.events()).toEqual(["alert_raised"]);
    await pass(19);
    await contact(boat);
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised"]);
    await pass(1);
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised", "alert_cleared"]);
  });

  it("tells a link that comes and goes once", async () => {
    const boat = await offlineBoat();
    for (let n = 0; n < 3; n++) {
      await contact(boat);
      await service.drainJobs();
      await pass(6);
      await service.drainJobs();
    }
    expect((await boat.alerts()).map(([, , state]) => state)).toEqual([
      "cleared",
      "cleared",
      "cleared",
      "raised",
    ]);
    expect(await boat.events()).toEqual(["alert_raised"]);
    await pass(30);
    await contact(boat);
    await service.drainJobs();
    expect(await boat.events()).toEqual(["alert_raised", "alert_cleared"]);
  });

  it("counts any row of the boat as contact, also before there is metadata", async () => {
    const boat = await watchedBoat(api, "Rows only");
    await boat.rule({ name: "Gone", kind: "offline", after: "PT5M" });
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([]);
    await boat.send([{ minute: -7 }]);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([]);
    await pass(7);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([["offline", null, "raised"]]);
    await boat.send([{ minute: 0 }]);
    await service.drainJobs();
    expect(await boat.alerts()).toEqual([["offline", null, "cleared"]]);
  });
});
