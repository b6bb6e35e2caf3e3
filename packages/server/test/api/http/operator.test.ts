/** What an operator can send: any vessel's rows, as if from the vessel; and what is read-only for all. */
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { vesselOfToken } from "../../../src/cli/import/vessel.ts";
import { tokenIssuer } from "../../../src/people/accounts/tokens.ts";

const service = serviceForTests();
const { api } = service;
let alfa: Sailor;
let bravo: Sailor;
let token: string;
const idOf = (sailor: Sailor): string => vesselOfToken(sailor.vesselToken).vesselId;
beforeAll(async () => {
  [alfa, bravo] = [await newSailor(api, "Alfa"), await newSailor(api, "Bravo")];
  token = await tokenIssuer(TEST_SECRET, 1).operator("admin_role", 3600);
});

const send = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  api.post(path, body, { token, headers: { Prefer: "return=representation", ...headers } });

describe("metrics sent by an operator", () => {
  const TRIP = passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP);

  it("are stored and folded for the vessels that they name, in one batch", async () => {
    const mixed = TRIP.flatMap((row) => [
      { ...row, vessel_id: idOf(alfa) },
      { ...row, vessel_id: idOf(bravo) },
    ]);
    const answer = await send("/metrics?select=time,vessel_id", mixed);
    expect(answer.status, answer.text.slice(0, 300)).toBe(201);
    expect(answer.json).toHaveLength(mixed.length);
    await service.drainJobs();
    for (const sailor of [alfa, bravo]) {
      const logs = await api.get("/logbook?select=_from_time&_to_time=not.is.null", {
        token: sailor.userToken,
      });
      expect(logs.json.length, sailor.email).toBeGreaterThan(0);
    }
  });

  it("go to the vessel of the request where they name none, and are judged one by one", async () => {
    const vessel = { "X-Vessel-Id": idOf(alfa) };
    const time = "2026-06-10T10:00:00Z";
    const answer = await send(
      "/metrics?select=vessel_id",
      [{ time }, 7, { time, vessel_id: idOf(bravo) }],
      vessel,
    );
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json.map((row: { vessel_id: string }) => row.vessel_id).sort()).toEqual(
      [idOf(alfa), idOf(bravo)].sort(),
    );
    const refused = await api.get("/metrics_rejected_view?select=reason,metric", { token: alfa.userToken });
    expect(refused.json).toEqual([{ reason: "The row is not an object.", metric: 7 }]);
  });

  it("are folded again where an operator changed them", async () => {
    const logs = async () =>
      (await api.get("/logbook?select=id&_to_time=not.is.null", { token: bravo.userToken })).json.length;
    expect(await logs()).toBeGreaterThan(0);
    const still = { latitude: 60.1, longitude: 23.4, speedoverground: 0, status: "moored" };
    expect((await api.patch(`/metrics?vessel_id=eq.${idOf(bravo)}`, still, { token })).status).toBe(204);
    await service.drainJobs();
    expect(await logs()).toBe(0);
  });

  it("are refused as a whole, with a sentence, where one belongs to no vessel", async () => {
    const time = "2026-06-11T10:00:00Z";
    const none = await send("/metrics", [{ time, vessel_id: idOf(alfa) }, { time }]);
    expect([none.status, none.json.details]).toEqual([551, "Row 2 names no vessel."]);
    const unknown = await send("/metrics", { time, vessel_id: "unknown" });
    expect([unknown.status, unknown.json.details]).toEqual([551, 'There is no vessel "unknown".']);
    expect((await api.get(`/metrics?time=eq.${time}`, { token: alfa.userToken })).json).toEqual([]);
  });
});

describe("other rows added by an operator", () => {
  it.each([
    ["logbook", { _from_time: "2026-04-01T10:00:00Z", _to_time: "2026-04-01T12:00:00Z" }],
    ["stays", { arrived: "2026-04-01T12:00:00Z", departed: "2026-04-02T10:00:00Z" }],
    ["moorages", { latitude: 61, longitude: 22 }],
    ["metadata", { plugin_version: "0.6.0" }],
  ])("are the named vessel's on /%s, and need one", async (resource, row) => {
    const name = `by an operator in ${resource}`;
    const answer = await send(`/${resource}`, { ...row, name, vessel_id: idOf(bravo) });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json[0].vessel_id).toBe(idOf(bravo));
    const own = await api.get(`/${resource}?select=name&name=eq.${encodeURIComponent(name)}`, {
      token: bravo.userToken,
    });
    expect(own.json).toEqual([{ name }]);
    const nobodys = await send(`/${resource}`, { ...row, name });
    expect([nobodys.status, nobodys.json.message]).toEqual([551, "Vessel Required"]);
    expect(nobodys.json.hint).toContain("X-Vessel-Id");
  });
});

describe("the versions", () => {
  it("cannot be written, which an operator's error says, unless the write concerns no row", async () => {
    const row = (await api.get("/versions_view", { token })).json[0];
    const sentence = "Versions can be read, not written.";
    const written = [
      await api.post("/versions_view", row, { token }),
      await api.patch("/versions_view?api_version=not.is.null", { api_version: "9" }, { token }),
      await api.delete("/versions_view?api_version=not.is.null", { token }),
    ];
    expect(written.map(({ status, json }) => [status, json.message])).toEqual(
      [sentence, sentence, sentence].map((one) => [405, one]),
    );
    expect(
      (await api.patch("/versions_view?api_version=eq.none", { api_version: "9" }, { token })).status,
    ).toBe(204);
    expect((await api.delete("/versions_view?api_version=eq.none", { token })).status).toBe(204);
    expect((await api.get("/versions_view", { token })).json).toEqual([row]);
  });
});
