/** Slow readers on real sockets: only those that hardly read anything are disconnected. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { TIME_LIMITS } from "@wakelog/data-api/http/time-limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

/** As in production, some hundred times as fast, and cut off within a dozen seconds. */
const LIMITS = { ...TIME_LIMITS, answerMs: 2_000, answerBytesPerSecond: 100_000 };
const folder = mkdtempSync(join(tmpdir(), "wakelog-slow-readers-"));
const service = serviceForTests({ WAKELOG_DATA_DIR: folder }, undefined, undefined, LIMITS);
const { api } = service;
const open: Socket[] = [];
let sailor: Sailor;

beforeAll(async () => {
  sailor = await newSailor(api, "Slow");
  // More than sockets hold: noise, which does not become smaller.
  await service.database.owner.transaction((tx) =>
    tx.run(sql`
      insert into api.metrics (vessel_id, "time", metrics)
      select m.vessel_id, now() - make_interval(secs => n), jsonb_build_object('noise', (
        select string_agg(encode(sha256(format('%s %s', n, part)::bytea), 'base64'), '') from generate_series(1, 60) part))
      from app.memberships m join app.accounts a using (account_id), generate_series(1, 6000) n
      where a.email = ${sailor.email}`),
  );
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  rmSync(folder, { recursive: true });
});

/**
 * Sends a request and reads on only when told to. @returns the connection once the response has begun, and its
 * beginning
 */
async function begin(method: string, path: string, body = ""): Promise<{ socket: Socket; head: string }> {
  const { hostname, port } = new URL(service.apiUrl);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  socket.on("error", () => {});
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${sailor.userToken}\r\n` +
      `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const [first] = await once(socket, "data");
  socket.pause();
  return { socket, head: String(first) };
}

/** Whether the service's end of a connection is still there. */
function isServed(port: number | undefined): boolean {
  const [here, there] = [Number(new URL(service.apiUrl).port), Number(port)].map((one) =>
    one.toString(16).toUpperCase().padStart(4, "0"),
  );
  return readFileSync("/proc/net/tcp", "utf8").includes(`:${here} 0100007F:${there} `);
}

describe("an answer", () => {
  const NOISE = "/metrics?select=metrics";

  it("that hardly anything is taken of is cut off, and what it held is free again", {
    timeout: 120_000,
  }, async () => {
    const ask = () =>
      api.post("/rpc/export_account_fn", { pass: sailor.password }, { token: sailor.userToken });
    const stream = await begin("GET", "/live");
    expect(stream.head).toContain("text/event-stream");
    const rows = await begin("GET", NOISE);
    expect(rows.head).toMatch(/^HTTP\/1\.1 200 OK/);
    const file = await begin("POST", "/rpc/export_account_fn", JSON.stringify({ pass: sailor.password }));
    expect(file.head).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(isServed(file.socket.localPort)).toBe(true);
    expect((await ask()).status).toBe(429);
    for (const { socket } of [rows, file])
      await expect.poll(() => isServed(socket.localPort), { timeout: 50_000 }).toBe(false);
    expect((await ask()).status).toBe(200);
    // An idle boat is not its followers' fault.
    expect(isServed(stream.socket.localPort)).toBe(true);
  });

  it("that is taken slowly, but all the time, comes whole", { timeout: 120_000 }, async () => {
    const { socket, head } = await begin("GET", NOISE);
    const announced = Number(/Content-Length: (\d+)/i.exec(head)?.[1]);
    expect(announced).toBeGreaterThan(15_000_000);
    let taken = head.length - (head.indexOf("\r\n\r\n") + 4);
    let isOver = false;
    socket.on("data", (piece: Buffer) => {
      taken += piece.length;
      socket.pause();
    });
    socket.on("close", () => {
      isOver = true;
    });
    // Several times the required speed: on a busy machine it is slower.
    while (!isOver) {
      socket.resume();
      await sleep(25);
    }
    expect(taken).toBe(announced);
  });
});
