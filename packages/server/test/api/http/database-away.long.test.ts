import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { type EmbeddedServer, startEmbedded } from "../../../src/database/postgres-server/embedded.ts";
import { type Service, startService } from "../../../src/service/service.ts";
import { readConfig } from "../../../src/settings/config.ts";

const dataDir = mkdtempSync(join(tmpdir(), "wakelog-away-"));
let server: EmbeddedServer;
let service: Service;
let api: Client;
let sailor: Sailor;

beforeAll(async () => {
  server = await startEmbedded({ dataDir, port: "auto", durable: false });
  service = await startService(
    readConfig({
      DATABASE_URL: server.url,
      WAKELOG_JWT_SECRET: "a secret of this test, and long enough",
      WAKELOG_API_PORT: "0",
      WAKELOG_WEB_PORT: "0",
      WAKELOG_ADMIN_PORT: "0",
      WAKELOG_RATE_LIMITS: "off",
    }),
    ignoreAll,
  );
  api = client(service.apiUrl);
  sailor = await newSailor(api, "Patience");
});
afterAll(async () => {
  await service.stop();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it("answers 503 with Retry-After while the database is away, and recovers by itself", async () => {
  const ask = () => api.get("/vessels_view", { token: sailor.userToken });
  expect((await ask()).status).toBe(200);
  const { port } = server;
  await server.stop();

  const away = await ask();
  expect(away.status).toBe(503);
  expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Object.keys(away.json).sort()).toEqual(["code", "details", "hint", "message"]);
  expect((await fetch(`${service.adminUrl}/ready`)).status).toBe(503);
  expect((await fetch(`${service.adminUrl}/live`)).status).toBe(200);
  const rows = [{ time: new Date().toISOString(), latitude: 60, longitude: 24 }];
  expect((await api.post("/metrics", rows, { token: sailor.vesselToken })).status).toBe(503);

  server = await startEmbedded({ dataDir, port, portFixed: true, durable: false });
  await expect.poll(async () => (await ask()).status).toBe(200);
  expect((await api.post("/metrics", rows, { token: sailor.vesselToken })).status).toBe(201);
});
