/** The most expensive set of rules for a boat: its rows are accepted all the same. */
import { expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { watchedBoat } from "./watched-boat.ts";

const service = serviceForTests();
const { api } = service;

it("takes the rows of a sensor that wavers around the thresholds of two hundred rules", async () => {
  const boat = await watchedBoat(api);
  const rule = { name: "Low", kind: "below", key: "voltage", low: 12, after: "PT0S", hysteresis: 0 };
  const rules = Array.from({ length: 200 }, () => rule);
  expect((await api.post("/alert_rules", rules, { token: boat.sailor.userToken })).status).toBe(201);
  const rows = Array.from({ length: 4000 }, (_, n) => ({
    minute: -14 + n / 400,
    metrics: { "electrical.batteries.House.voltage": n % 2 === 0 ? 13 : 11 },
  }));
  await boat.send(rows);
  const raised = await boat.rows("/alerts_view?state=eq.raised&select=id");
  expect(raised).toHaveLength(200);
  const cleared = await boat.rows("/alerts_view?state=eq.cleared&select=id");
  expect(cleared.length).toBeGreaterThan(100);
  expect(cleared.length).toBeLessThan(700);
  await boat.send([{ minute: 0, metrics: { "electrical.batteries.House.voltage": 13 } }]);
  expect(await boat.rows("/alerts_view?state=eq.raised&select=id")).toEqual([]);
});

it("takes the rows of a boat in as many corners as people may draw, and refuses more of them", async () => {
  const boat = await watchedBoat(api);
  const ring = Array.from({ length: 1000 }, (_, n) => [
    22.9 + 0.1 * Math.cos((n * Math.PI) / 499.5),
    59.8 + 0.1 * Math.sin((n * Math.PI) / 499.5),
  ]);
  ring[999] = ring[0] ?? [];
  const rule = { name: "Round", kind: "leave", area: { type: "Polygon", coordinates: [ring] } };
  const make = (rules: object) => api.post("/alert_rules", rules, { token: boat.sailor.userToken });
  expect((await make(Array.from({ length: 6 }, () => rule))).status).toBe(400);
  expect((await make(Array.from({ length: 5 }, () => rule))).status).toBe(201);
  const refused = await make(rule);
  expect([refused.status, refused.json.message]).toEqual([
    400,
    "The polygons of a boat's rules have at most 5000 positions together.",
  ]);
  const circle = { ...rule, area: { type: "Point", coordinates: [22.9, 59.8], radius: 500 } };
  const [made] = (
    await api.post("/alert_rules", circle, {
      token: boat.sailor.userToken,
      headers: { Prefer: "return=representation" },
    })
  ).json;
  const changed = await api.patch(
    `/alert_rules?id=eq.${made.id}`,
    { area: rule.area },
    { token: boat.sailor.userToken },
  );
  expect(changed.status).toBe(400);
  await boat.send(
    Array.from({ length: 4000 }, (_, n) => ({ minute: -14 + n / 400, latitude: 59.8 + (n % 2) * 0.2 })),
  );
});
