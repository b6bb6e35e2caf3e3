/** Long responses that are not read: the service's memory for them is bounded, each and in total. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
const sailors: Sailor[] = [];
const open: Socket[] = [];

beforeAll(async () => {
  for (let n = 0; n < 4; n++) sailors.push(await newSailor(api, `Deaf ${n}`));
  await service.database.owner.transaction((tx) =>
    tx.run(sql`
      insert into api.metrics (vessel_id, "time", metrics)
      select m.vessel_id, now() - make_interval(secs => n), jsonb_build_object('x', repeat('x', 10000))
      from app.memberships m, generate_series(1, 2800) n`),
  );
});
afterAll(() => {
  for (const socket of open) socket.destroy();
});

/** Asks for 28 MB, perhaps several times on one connection, and takes the beginning of them. */
async function ask({ userToken }: Sailor, times = 1): Promise<Socket> {
  const { hostname, port } = new URL(service.apiUrl);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  socket.on("error", () => {});
  const head = `Host: ${hostname}:${port}\r\nAuthorization: Bearer ${userToken}`;
  socket.write(`GET /metrics?select=metrics HTTP/1.1\r\n${head}\r\n\r\n`.repeat(times));
  const [first] = await once(socket, "data");
  socket.pause();
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(Number(/Content-Length: (\d+)/i.exec(String(first))?.[1])).toBeGreaterThan(28_000_000);
  return socket;
}

/** Whether the service's end of a connection is still there. */
function isServed({ localPort }: Socket): boolean {
  const [here, there] = [Number(new URL(service.apiUrl).port), Number(localPort)].map((one) =>
    one.toString(16).toUpperCase().padStart(4, "0"),
  );
  return readFileSync("/proc/net/tcp", "utf8").includes(`:${here} 0100007F:${there} `);
}

it("who takes none of several is made no more until some were taken, and others do not wait", {
  timeout: 120_000,
}, async () => {
  const [deaf, other] = sailors;
  if (deaf === undefined || other === undefined) throw new Error("there are four");
  const asked = [await ask(deaf), await ask(deaf), await ask(deaf)];
  const [refused, served] = await Promise.all([
    api.get("/stays?limit=1", { token: deaf.userToken }),
    api.get("/stays?limit=1", { token: other.userToken }),
  ]);
  expect([refused.status, refused.json.message]).toEqual([
    503,
    "Your earlier long answers are still on their way",
  ]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(served.status).toBe(200);
  // A boat is not its owner.
  expect((await api.get("/stays?limit=1", { token: deaf.vesselToken })).status).not.toBe(503);
  const waits = api.get("/stays?limit=1", { token: deaf.userToken });
  for (const socket of asked) socket.resume();
  expect((await waits).status).toBe(200);
  for (const socket of asked) socket.destroy();
});

it("what comes behind other answers on a connection counts too, and goes with it", {
  timeout: 120_000,
}, async () => {
  const [, , pipelining] = sailors;
  if (pipelining === undefined) throw new Error("there are four");
  const stays = async () => (await api.get("/stays?limit=1", { token: pipelining.userToken })).status;
  const socket = await ask(pipelining, 3);
  await expect.poll(stays).toBe(503);
  socket.destroy();
  await expect.poll(stays).toBe(200);
});

it("of many who take none, the oldest answers are given up", { timeout: 120_000 }, async () => {
  const asked: Socket[] = [];
  for (const sailor of sailors) for (let n = 0; n < 3; n++) asked.push(await ask(sailor));
  // Nine of them are held, of 28 MB each.
  await expect.poll(() => asked.filter(isServed).length).toBe(9);
  expect(asked.slice(-2).map(isServed)).toEqual([true, true]);
  expect(asked[0] !== undefined && isServed(asked[0])).toBe(false);
});
