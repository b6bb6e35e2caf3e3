import { expect, it } from "vitest";
import { addRoutes } from "../../src/status/routes.ts";
import { Boat } from "../boat.ts";
import { emptyFolder } from "../folder.ts";
import { SmallShore } from "../link/small-shore.ts";

it("are for readers, writers and the administrator", () => {
  const routes: Record<string, string> = {};
  const taking = (level: string) => ({
    get: (path: string) => Object.assign(routes, { [`GET ${path}`]: level }),
    post: (path: string) => Object.assign(routes, { [`POST ${path}`]: level }),
  });
  addRoutes({ ...taking("administrator"), access: taking }, () => null);
  expect(routes).toEqual({
    "GET /status": "readonly",
    "GET /rows": "readonly",
    "GET /trips": "readonly",
    "GET /events": "readonly",
    "POST /send": "readwrite",
    "POST /mode": "readwrite",
    "POST /acknowledge": "readwrite",
    "POST /anchor": "readwrite",
    "POST /adopt": "administrator",
    "POST /pair": "administrator",
    "POST /commands": "administrator",
  });
});

it("tell the whole status, and the key nowhere", async () => {
  const shore = await SmallShore.start();
  const boat = new Boat(emptyFolder());
  boat.start({ pairing: shore.line });
  await expect.poll(async () => (await boat.status()).last_sent).toEqual(expect.any(String));
  boat.server.say("navigation.position", { latitude: 59.5, longitude: 22.5 });
  expect(await boat.status()).toMatchObject({
    version: expect.stringMatching(/^\d/),
    paired: true,
    vessel: { id: "12", name: "Aava" },
    server: `http://127.0.0.1:${shore.port}`,
    state: "sending",
    mode: "normal",
    stream: expect.stringMatching(/^[a-z0-9]{8,32}$/),
    newest: expect.any(Number),
    waiting: expect.any(Number),
    bytes: { kept: expect.any(Number), limit: expect.any(Number) },
    today: { date: expect.any(String), sent: expect.any(Number), received: expect.any(Number), budget: null },
    last_error: null,
    lost: { rows: 0, thinned: 0 },
    clock: { offset: expect.any(Number), source: "shore" },
    trip: null,
    position: { source: "gps" },
    adopt: null,
  });
  expect(await boat.status()).toHaveProperty("oldest");
  const { body } = await boat.server.ask("GET /rows", { after: 0, limit: 10 });
  const { stream, rows } = Object(body);
  expect(stream).toBe((await boat.status()).stream);
  expect(rows.map(([number]: [number]) => number)).toEqual([1]);
  expect((await boat.server.ask("GET /rows", { after: "x" })).code).toBe(400);
  const told: unknown[] = [boat.server.said, boat.server.published, boat.server.saved];
  for (const route of boat.server.routes.keys()) told.push((await boat.server.ask(route)).body);
  expect(JSON.stringify(told)).not.toMatch(/wl_/);
});
