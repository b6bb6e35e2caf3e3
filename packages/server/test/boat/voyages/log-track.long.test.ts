/** Measurements along a log's track, as its page requests them. */

import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { client } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
const Track = z.object({
  from: z.string(),
  columns: z.record(z.string(), z.array(z.number().nullable())),
});
const Tracks = z.array(Track.extend({ id: z.number() }));

const service = serviceForTests();

async function trackOf(skipper: Skipper, id: number | undefined, points = "") {
  const answer = await skipper.rows(`/rpc/log_track_fn?_id=${id}${points}`);
  return Track.parse(answer);
}

async function tracksOf(skipper: Skipper, ids: readonly (number | undefined)[], points = "") {
  return Tracks.parse(await skipper.rows(`/rpc/log_tracks_fn?ids={${ids.join(",")}}${points}`));
}

/** The day trip, with every instrument. */
function equipped(): readonly JsonObject[] {
  return passage(START, DAY_TRIP).map((row, index) => ({
    ...row,
    metrics: {
      "environment.depth.belowTransducer": 10 + index / 10,
      "environment.wind.speedTrue": 5.1444,
      "environment.wind.directionTrue": Math.PI,
      "electrical.batteries.House.voltage": 12.678,
      "tanks.fuel.main.currentLevel": 0.5,
    },
  }));
}

describe("the track of a log", () => {
  test("has the miles from its departure, and only what the boat sends", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(passage(START, DAY_TRIP));
    const [log] = await skipper.rows("/logs_view?select=id,started,distance&order=started");
    const { from, columns } = await trackOf(skipper, log.id);
    expect(Date.parse(from)).toBe(Date.parse(log.started));
    expect(Object.keys(columns).sort()).toEqual([
      ...[
        "apparent_wind",
        "apparent_wind_angle",
        "course",
        "latitude",
        "longitude",
        "miles",
        "seconds",
        "speed",
      ],
    ]);
    expect(columns.seconds?.slice(0, 3)).toEqual([0, 60, 120]);
    expect(columns.miles?.[0]).toBe(0);
    expect(columns.miles?.at(-1)).toBeCloseTo(log.distance, 1);
    expect(new Set(Object.values(columns).map((column) => column.length)).size).toBe(1);
  });

  test("has every instrument in the units of sailors", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(equipped());
    const [log] = await skipper.logs(START);
    const { columns } = await trackOf(skipper, log?.[0]);
    const first = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[1]]));
    expect(first).toMatchObject({ true_wind: 10, true_wind_direction: 180, voltage: 12.68, fuel: 0.5 });
    expect(first.depth).toBeGreaterThan(10);
  });

  test("is thinned to the points that are asked for, and keeps both ends and the miles between", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(passage(START, DAY_TRIP));
    const [log] = await skipper.logs(START);
    const whole = await trackOf(skipper, log?.[0]);
    const few = await trackOf(skipper, log?.[0], "&points=10");
    expect(few.columns.seconds?.length).toBeLessThanOrEqual(11);
    for (const name of ["seconds", "miles", "latitude"]) {
      expect(few.columns[name]?.at(-1)).toBe(whole.columns[name]?.at(-1));
      expect(few.columns[name]?.[0]).toBe(whole.columns[name]?.[0]);
    }
  });

  test("is there while the log is being sailed", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(
      passage(Date.now() - 90 * 60_000, [
        { stay: "moored", minutes: 50 },
        { sail: 160, knots: 5, minutes: 40 },
      ]),
    );
    const [open] = await skipper.rows("/logbook?active=is.true&select=id");
    const { columns } = await trackOf(skipper, open.id);
    expect(columns.seconds?.length).toBeGreaterThan(30);
    expect(columns.miles?.at(-1)).toBeCloseTo(3.2, 0);
  });

  test("of a log that was drawn follows the line at an even speed, and of one without a track has no points", async () => {
    const skipper = await newSkipper(service);
    const write = (name: string, geojson: object | null) =>
      client(service.apiUrl).post(
        "/log_view?select=id",
        {
          name,
          started: name === "drawn" ? "2024-05-01T06:00:00Z" : "2024-06-01T06:00:00Z",
          ended: name === "drawn" ? "2024-05-01T08:00:00Z" : "2024-06-01T08:00:00Z",
          duration: "PT2H",
          geojson,
        },
        { token: skipper.sailor.userToken, headers: { Prefer: "return=representation" } },
      );
    const drawn = await write("drawn", {
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          properties: {},
          geometry: {
            type: "LineString",
            coordinates: [
              [23, 60],
              [23, 60.1],
              [23, 60.3],
            ],
          },
        },
      ],
    });
    const { columns } = await trackOf(skipper, drawn.json[0].id);
    expect(columns.seconds?.map((second) => Math.round((second ?? 0) / 60))).toEqual([0, 40, 120]);
    const bare = await write("bare", null);
    expect((await trackOf(skipper, bare.json[0].id)).columns).toEqual({});
  });

  test("is hidden from others", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(passage(START, DAY_TRIP));
    const [log] = await skipper.logs(START);
    const other = await newSkipper(service);
    expect(await other.rows(`/rpc/log_track_fn?_id=${log?.[0]}`)).toBeNull();
  });

  test("of several logs equals the tracks of each, newest first", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(equipped());
    const ids = (await skipper.logs(START)).map(([id]) => id).reverse();
    expect(ids.length).toBe(2);
    for (const points of ["", "&points=10"]) {
      const several = await tracksOf(skipper, [...ids].reverse(), points);
      const each = await Promise.all(
        ids.map(async (id) => ({ id, ...(await trackOf(skipper, id, points)) })),
      );
      expect(several).toEqual(each);
    }
  });

  test("of several logs leaves out unknown ids and the logs of others", async () => {
    const [skipper, other] = [await newSkipper(service), await newSkipper(service)];
    await skipper.send(passage(START, DAY_TRIP));
    await other.send(passage(START, DAY_TRIP));
    const [own] = await skipper.logs(START);
    const [foreign] = await other.logs(START);
    const several = await tracksOf(skipper, [own?.[0], foreign?.[0], 2_000_000_000]);
    expect(several.map(({ id }) => id)).toEqual([own?.[0]]);
    expect(await tracksOf(skipper, [])).toEqual([]);
    const stranger = await client(service.apiUrl).get(`/rpc/log_tracks_fn?ids={${own?.[0]}}`);
    expect(stranger.status).toBe(401);
  });

  test("of several logs is bounded to the 15 newest, which share the points", async () => {
    const skipper = await newSkipper(service);
    for (let log = 0; log < 16; log++) {
      const day = String(log + 1).padStart(2, "0");
      await client(service.apiUrl).post(
        "/logs_view",
        { name: `Trip ${day}`, started: `2024-05-${day}T06:00:00Z`, ended: `2024-05-${day}T08:00:00Z` },
        { token: skipper.sailor.userToken },
      );
    }
    const logs = await skipper.rows("/logs_view?select=id,started&order=started.desc");
    expect(logs.length).toBe(16);
    const several = await tracksOf(
      skipper,
      logs.map(({ id }: { id: number }) => id),
      "&points=100000",
    );
    expect(several.map(({ id }) => id)).toEqual(logs.slice(0, 15).map(({ id }: { id: number }) => id));
  });
});
