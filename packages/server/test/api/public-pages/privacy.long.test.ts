/**
 * Private data stays private on public pages, whatever a stranger requests at the root or at /v2: it neither appears in
 * a response nor changes one.
 */

import type { Position } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { swagger } from "../../../../../test/support/swagger.ts";
import { tokensOf } from "../../../../../test/support/tokens.ts";
import { type Party, twoBoats } from "../../../../../test/support/two-boats.ts";
import { boats, FIRST_ID, isPrivate, rowsOf } from "./boats.ts";
import { requestsOf, type StrangersRequest } from "./requests.ts";
import { store } from "./stored.ts";

const service = serviceForTests();
let alfa: Party;
let requests: fc.Arbitrary<StrangersRequest>;
beforeAll(async () => {
  ({ alfa } = await twoBoats(service.database));
  await service.drainJobs();
  const { admin_role: token } = await tokensOf(alfa);
  requests = requestsOf(swagger.parse((await service.api.get("/", { token: token ?? "" })).json));
});

async function answered({ method, path, ...ask }: StrangersRequest) {
  const { status, headers, text } = await service.api.send(method, path, ask);
  return { status, range: headers.get("content-range"), length: headers.get("content-length"), text };
}

/** Every position in a document: `[longitude, latitude]`, or an object with both. */
function positionsIn(value: unknown): readonly Position[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.values(value).flatMap(positionsIn);
  if (Array.isArray(value)) {
    const [longitude, latitude] = value;
    const isPair = value.length === 2 && typeof longitude === "number" && typeof latitude === "number";
    return isPair ? [{ latitude, longitude }] : below;
  }
  if (!("latitude" in value && "longitude" in value)) return below;
  return [{ latitude: Number(value.latitude), longitude: Number(value.longitude) }, ...below];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

describe("a stranger", () => {
  test("reads nothing private, and the same whatever it is", { timeout: 300_000 }, async () => {
    const statuses = new Map<number, number>();
    const positions = { root: 0, second: 0 };
    await fc.assert(
      fc.asyncProperty(boats, fc.array(requests, { minLength: 90, maxLength: 90 }), async (boat, asked) => {
        await store(service.database, alfa, rowsOf(boat, 0));
        const before = [];
        for (const request of asked) before.push(await answered(request));
        await store(service.database, alfa, rowsOf(boat, 1));
        for (const [at, request] of asked.entries()) {
          const answer = await answered(request);
          expect(answer, JSON.stringify(request)).toEqual(before[at]);
          // The stranger's own input may come back in an error.
          if (answer.status < 400) expect(answer.text, JSON.stringify(request)).not.toMatch(/hidden\d/);
          const shown = positionsIn(parsed(answer.text));
          expect(shown.filter((one) => isPrivate(boat.homes, one))).toEqual([]);
          positions[request.path.startsWith("/v2/") ? "second" : "root"] += shown.length;
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }
      }),
      { numRuns: 20, endOnFailure: true },
    );
    // Much was there to be seen, and none of it failed.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(200);
    expect(positions.root).toBeGreaterThan(200);
    expect(positions.second).toBeGreaterThan(200);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  });

  test("reads all of a track that is not near home, and the figures of all of it", async () => {
    await fc.assert(
      fc.asyncProperty(boats, async (boat) => {
        const rows = rowsOf(boat, 0);
        await store(service.database, alfa, rows);
        const header = Buffer.from(`Hider,public_logs,${FIRST_ID}`).toString("base64");
        const [shown] = (await service.api.get("/log_view", { headers: { "x-is-public": header } })).json;
        const [log] = rows.logs;
        const open = (log?.line ?? []).filter((one) => !isPrivate(boat.homes, one));
        const [line, ...points] = shown.geojson.features;
        const drawn = (line.geometry?.coordinates ?? []).map(([longitude, latitude]: number[]) => ({
          latitude,
          longitude,
        }));
        const near = (all: readonly Position[]) =>
          all.map(({ latitude, longitude }) => [latitude.toFixed(7), longitude.toFixed(7)]);
        expect(near(drawn)).toEqual(near(open.length < 2 ? [] : open));
        if (log?.geojson !== null) {
          expect(near(points.map((point: { properties: Position }) => point.properties))).toEqual(near(open));
        }
        expect([shown.distance, shown.duration, shown.avg_speed, shown.max_speed]).toEqual([
          12.5,
          "PT8H",
          5.5,
          7.25,
        ]);
        expect(shown.extra).toMatchObject({
          tags: ["summer"],
          metrics: { "navigation.log": 12.5 },
          not_recorded: 1.5,
        });
        const isShown = boat.notes === "all" || boat.notes === "first";
        expect([shown.notes, line.properties.notes]).toEqual(isShown ? ["Notes 0", "Notes 0"] : [null, null]);
        if (log?.typed === true) expect(shown.name).toBe(log.name);
        expect(shown.from).toBe(log?.from.startsWith("hidden") ? "Home" : log?.from);
        expect(shown.to).toBe(log?.to.startsWith("hidden") ? "Home" : log?.to);
        const owner = await tokensOf(alfa);
        const own = await service.api.get(`/log_view?id=eq.${FIRST_ID}`, { token: owner.user_role ?? "" });
        expect(own.json[0]).toMatchObject({ notes: log?.notes, extra: log?.extra, from: log?.from });
      }),
      { numRuns: 60 },
    );
  });
});
