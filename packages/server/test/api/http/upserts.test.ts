/** Upserts as clients write them: by the id alone, or of a vessel's metadata without mentioning conflicts. */

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { lawCases } from "../../../../../test/support/laws/cases.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { tokenIssuer } from "../../../src/people/accounts/tokens.ts";

const service = serviceForTests();
const { api } = service;
let mine: Sailor;
let other: Sailor;
let operator: string;
beforeAll(async () => {
  [mine, other] = [await newSailor(api, "Mine"), await newSailor(api, "Other")];
  operator = await tokenIssuer(TEST_SECRET, 1).operator("admin_role", 3600);
});

const upsert = (path: string, body: unknown, token: string, resolution = "merge-duplicates") =>
  api.post(path, body, {
    token,
    headers: { Prefer: `return=representation,resolution=${resolution}` },
  });

/** A first row of each resource, and the columns an upsert can change. */
const ROWS = [
  ["logbook", { name: "Out", _from_time: "2026-04-01T10:00:00Z", _to_time: "2026-04-01T12:00:00Z" }],
  ["stays", { name: "Bay", arrived: "2026-04-01T12:00:00Z", departed: "2026-04-02T10:00:00Z" }],
  ["moorages", { name: "Harbour", latitude: 61, longitude: 22 }],
] as const;

describe.each(ROWS)("on_conflict=id on /%s", (resource, row) => {
  const path = `/${resource}?on_conflict=id&select=id,name,notes`;
  /** Logs do not overlap, nor do stays: each is in its own month. */
  const inMonth = (month: string): object => ({
    ...JSON.parse(JSON.stringify(row).replaceAll("-04-", `-${month}-`)),
    notes: "mine now",
  });
  const made = async (token: string, month = "04"): Promise<number> =>
    (
      await api.post(
        path,
        { ...inMonth(month), notes: undefined },
        { token, headers: { Prefer: "return=representation" } },
      )
    ).json[0].id;

  it("changes the writer's own row by what the body says, for a person, a boat and an operator", async () => {
    const id = await made(mine.userToken);
    for (const [n, token] of [mine.userToken, mine.vesselToken, operator].entries()) {
      const answer = await upsert(path, { id, notes: `note ${n}` }, token);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.json).toEqual([{ id, name: row.name, notes: `note ${n}` }]);
    }
    const ignored = await upsert(path, { id, notes: "ignored" }, mine.userToken, "ignore-duplicates");
    expect([ignored.status, ignored.json]).toEqual([201, []]);
  });

  it("neither touches nor reveals another vessel's row: the id is replaced by a new one", async () => {
    const theirs = await made(other.userToken);
    // A user cannot change a log's times, and so cannot upsert them either.
    for (const [month, token, resolution] of [
      ["05", mine.userToken, "ignore-duplicates"],
      ["07", mine.vesselToken, "merge-duplicates"],
    ] as const) {
      const taken = await upsert(path, { ...inMonth(month), id: theirs }, token, resolution);
      const free = await upsert(
        path,
        { ...inMonth(`${Number(month) + 1}`.padStart(2, "0")), id: 2_000_000_000 },
        token,
        resolution,
      );
      expect([taken.status, free.status]).toEqual([201, 201]);
      expect(taken.json[0].id).not.toBe(theirs);
      expect(free.json[0].id).toBeLessThan(2_000_000_000);
    }
    const { json } = await api.get(`/${resource}?id=eq.${theirs}&select=name,notes`, {
      token: other.userToken,
    });
    expect(json).toEqual([{ name: row.name, notes: null }]);
  });

  it("changes no id", async () => {
    const id = await made(mine.userToken, "10");
    for (const token of [mine.userToken, mine.vesselToken, operator]) {
      const answer = await api.patch(`/${resource}?id=eq.${id}`, { id: 2_000_000_000 }, { token });
      expect([answer.status, answer.json.message]).toEqual([403, "The id of a row never changes."]);
      expect((await api.patch(`/${resource}?id=eq.${id}`, { id, name: "Same" }, { token })).status).toBe(204);
    }
  });
});

describe("metadata", () => {
  const seen = async () =>
    (await api.get("/metadata?select=id,name,length,plugin_version", { token: mine.userToken })).json;

  it("sent again changes the vessel's row, whatever is said of conflicts", async () => {
    const body = (length: number) => ({ name: "Mine", length, plugin_version: "0.6.0" });
    for (const [n, [path, prefer]] of [
      ["/metadata", ""],
      ["/metadata", ""],
      ["/metadata", "return=headers-only"],
      ["/metadata?on_conflict=id", "resolution=merge-duplicates"],
      ["/metadata?on_conflict=vessel_id", "resolution=merge-duplicates,missing=default"],
      ["/metadata?on_conflict=id", ""],
    ].entries()) {
      const answer = await api.post(path ?? "", body(n + 1), {
        token: mine.vesselToken,
        headers: prefer === "" ? {} : { Prefer: prefer ?? "" },
      });
      expect([answer.status, answer.text], `${path} ${prefer}`).toEqual([201, ""]);
      expect(await seen()).toEqual([{ ...body(n + 1), id: expect.any(Number) }]);
    }
  });

  it("leaves what it does not name as it was, and the row alone when told to ignore it", async () => {
    const [before] = await seen();
    await api.post("/metadata", { name: "Renamed" }, { token: mine.vesselToken });
    expect(await seen()).toEqual([{ ...before, name: "Renamed" }]);
    await upsert("/metadata", { name: "Ignored" }, mine.vesselToken, "ignore-duplicates");
    expect(await seen()).toEqual([{ ...before, name: "Renamed" }]);
  });

  it("sent several times in one body ends as if it were sent one after the other", async () => {
    const Metadata = fc.record({
      name: fc.constantFrom("Mine", "Meri", "Åland"),
      length: fc.constantFrom(null, 9.5, "12", "long"),
      mmsi: fc.constantFrom(null, "230111222", 230111333, "none"),
      time: fc.constantFrom("2026-05-01T10:00:00Z", "yesterday"),
    });
    const path = "/metadata?on_conflict=vessel_id";
    const headers = { Prefer: "missing=default,return=headers-only,resolution=merge-duplicates" };
    const all = "/metadata?select=name,length,mmsi";
    await fc.assert(
      fc.asyncProperty(fc.array(Metadata, { minLength: 1, maxLength: 4 }), async (bodies) => {
        const together = await api.post(path, bodies, { token: mine.vesselToken, headers });
        expect([together.status, together.text]).toEqual([201, ""]);
        for (const body of bodies) await api.post(path, body, { token: other.vesselToken, headers });
        expect((await api.get(all, { token: mine.userToken })).json).toEqual(
          (await api.get(all, { token: other.userToken })).json,
        );
      }),
      { numRuns: lawCases(0.3) },
    );
  });

  it("is contact, whatever of it makes no sense, which leaves the column as it was or empty", async () => {
    const path = "/metadata?on_conflict=vessel_id";
    const chosen = { configuration: { depthKey: "environment.depth.belowKeel" } };
    const { vessel_id } = (await api.get("/metadata?select=vessel_id", { token: mine.userToken })).json[0];
    await api.patch(`/metadata?vessel_id=eq.${vessel_id}`, chosen, { token: operator });
    for (const odd of [
      { time: "zzz" },
      { time: "0000-01-01" },
      { time: 5 },
      { time: {} },
      { active: "maybe" },
      { name: "a\u0000b" },
      { configuration: "x" },
      { configuration: [] },
      { available_keys: "x" },
      { available_keys: [{ key: "a\u0000", unit: null }] },
      { user_data: 7 },
    ]) {
      const answer = await api.post(path, { name: "Mine", ...odd }, { token: mine.vesselToken });
      expect([answer.status, answer.text], JSON.stringify(odd)).toEqual([201, ""]);
    }
    const [row] = (await api.get("/metadata?select=active,configuration", { token: mine.userToken })).json;
    expect(row).toMatchObject({ active: true, ...chosen });
  });

  it("has a configuration that is an object or null, for every writer", async () => {
    const tokens = [mine.userToken, mine.vesselToken, operator];
    for (const configuration of ["x", [], 5, true]) {
      for (const token of tokens) {
        const answer = await api.patch("/metadata?name=eq.Mine", { configuration }, { token });
        expect([answer.status, answer.json?.message]).toEqual([400, "configuration must be a JSON object"]);
      }
    }
  });

  it("is a boat's to send: a person may not", async () => {
    expect((await api.post("/metadata", { name: "x" }, { token: mine.userToken })).status).toBe(403);
  });
});
