/** Rows that the process stored itself look to followers as those that it reads. */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import { expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { positionsOf, RowsInHand } from "../../../src/boat/live/positions.ts";
import { followers, postingTo, row } from "./following.ts";

const service = serviceForTests();
const { api } = service;
const follow = followers(service);
const post = postingTo(api);
const inService: AsService = (work) => service.database.owner.transaction(work, { role: "wakelog_worker" });

it("shows a row as any other process reads it, by the owner's and the boat's own keys", async () => {
  const sailor = await newSailor(api, "In hand");
  const stream = await follow(sailor.userToken);
  await stream.has(() => expect(stream.heard[0]?.event).toBe("state"));
  const vesselId = String(stream.of("state")[0].vessel_id);
  const depthKey = "environment.depth.belowKeel";
  const rows = [
    row(4),
    row(3, {
      time: `${new Date(Date.now() - 180_000).toISOString().slice(0, 19)}Z`,
      latitude: null,
      longitude: null,
      speedoverground: 1 / 3,
    }),
    row(2, {
      metrics: {
        [depthKey]: 4.25,
        "environment.depth.belowTransducer": 6,
        "environment.outside.deck.temperature": 281.5,
        "environment.outside.pressure": "high",
        "environment.inside.temperature": 2.9315e2,
        "tanks.wasteWater.0.currentLevel": 0.25,
        "tanks.blackWater.1.currentLevel": 0.75,
      },
    }),
    row(1, { metrics: null, status: null, windspeedapparent: null }),
  ];
  for (const [at, one] of rows.entries()) {
    if (at === 2) await api.patch("/metadata", { configuration: { depthKey } }, { token: sailor.userToken });
    await post(sailor, [one]);
    await stream.has(() => expect(stream.of("position")).toHaveLength(at + 1));
    const keys = [[vesselId, Date.parse(one.time)]] as const;
    const [read] = await positionsOf(inService, keys, new RowsInHand());
    expect(stream.of("position").at(-1)).toEqual(JSON.parse(read?.data ?? ""));
  }
  expect(stream.of("position")[2].values).toMatchObject({
    depth: 4.25,
    outside_temperature: 281.5,
    waste_water: 0.75,
  });
  const [first, , third, last] = rows.map(({ time }) => [vesselId, Date.parse(time)] as const);
  if (first === undefined || third === undefined || last === undefined) throw new Error("no rows");
  const inHand = new RowsInHand();
  inHand.keep(third, "in hand");
  const mixed = await positionsOf(inService, [first, [vesselId, 1], third, last], inHand);
  const north = stream.of("position");
  expect(mixed.map(({ data }) => data)).toEqual([
    JSON.stringify(north[0]),
    "in hand",
    JSON.stringify(north[3]),
  ]);
});
