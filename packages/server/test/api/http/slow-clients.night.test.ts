/** Slow clients, on real sockets: the answers they get, and that stopping does not wait for them. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { TIME_LIMITS, type TimeLimits } from "@wakelog/data-api/http/time-limits.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, newSailor } from "../../../../../test/support/client.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { type Service, startService } from "../../../src/service/service.ts";
import { readConfig } from "../../../src/settings/config.ts";

/** As in production, twenty times as fast or more, and far enough from each other for a busy machine. */
const LIMITS: TimeLimits = {
  ...TIME_LIMITS,
  headersMs: 1_500,
  stallMs: 1_500,
  bodyMs: 6_000,
  idleMs: 3_500,
};
/** On a busy machine a stop may look long; a real wait occurs each time. */
const ATTEMPTS = 4;

let database: TestDatabase;
const running: Service[] = [];
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await database.drop();
});

async function start(limits?: TimeLimits): Promise<Service> {
  const config = readConfig({
    DATABASE_URL: database.url,
    WAKELOG_JWT_SECRET: TEST_SECRET,
    WAKELOG_API_PORT: "0",
    WAKELOG_WEB_PORT: "0",
    WAKELOG_ADMIN_PORT: "0",
    WAKELOG_RATE_LIMITS: "off",
  });
  const service = await startService(config, ignoreAll, limits);
  running.push(service);
  return service;
}

interface Talk {
  readonly socket: Socket;
  /** Everything received until the server closed the connection. */
  readonly answer: Promise<string>;
  readonly closedAfterMs: Promise<number>;
}

/** Opens a half-open connection, sends text, and waits for the end. */
function talk(url: string, text: string): Talk {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  const began = performance.now();
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  socket.on("error", () => {});
  if (text !== "") socket.write(text);
  const ended = Promise.race([once(socket, "end"), once(socket, "close")]);
  return {
    socket,
    answer: ended.then(() => Buffer.concat(received).toString()),
    closedAfterMs: ended.then(() => performance.now() - began),
  };
}

const POST =
  "POST /rpc/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n";

function expectTooSlow(answer: string, what: string): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toBe("HTTP/1.1 408 Request Timeout");
  expect(head.toLowerCase()).toMatch(/^retry-after: \d+$/m);
  expect(head.toLowerCase()).toMatch(/^connection: close$/m);
  expect(head.toLowerCase()).toMatch(/^x-content-type-options: nosniff$/m);
  expect(JSON.parse(body)).toEqual({
    code: "PT408",
    message: `The request's ${what} did not arrive in time`,
    details: null,
    hint: expect.any(String),
  });
}

describe("a client that is slow", () => {
  let service: Service;
  beforeAll(async () => {
    service = await start(LIMITS);
  });

  it("with its headers gets 408 and is cut off, on every port, also if it says nothing at all", async () => {
    for (const url of [service.apiUrl, service.webUrl, service.adminUrl]) {
      for (const text of ["", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow"]) {
        const { answer, closedAfterMs } = talk(url, text);
        expectTooSlow(await answer, "headers");
        expect(await closedAfterMs).toBeLessThan(LIMITS.headersMs + 10_000);
      }
    }
  });

  it("and stalls in the middle of its body gets 408 and is cut off", async () => {
    const { answer, closedAfterMs } = talk(service.apiUrl, `${POST}{"email":`);
    expectTooSlow(await answer, "body");
    const after = await closedAfterMs;
    expect(after).toBeGreaterThan(LIMITS.stallMs - 50);
    expect(after).toBeLessThan(LIMITS.bodyMs);
  });

  it("and trickles gets 408 once the whole body takes too long", async () => {
    const trickling = talk(service.apiUrl, POST);
    const drip = setInterval(() => trickling.socket.write(" "), 100);
    try {
      expectTooSlow(await trickling.answer, "body");
      expect(await trickling.closedAfterMs).toBeGreaterThan(LIMITS.bodyMs - 50);
    } finally {
      clearInterval(drip);
    }
  });

  it("but sends all of it in time is answered, and may ask again on the same connection", async () => {
    const body = '{"email":"unknown@example.org","pass":"not a password"}';
    const { socket, answer } = talk(
      service.apiUrl,
      `POST /rpc/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (const part of body.match(/.{1,14}/g) ?? []) {
      await sleep(LIMITS.stallMs / 3);
      socket.write(part);
    }
    await sleep(LIMITS.stallMs);
    socket.write("GET /stays_at HTTP/1.1\r\nHost: x\r\n\r\n");
    const statuses = [...(await answer).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    // The third is none: an idle connection is closed without a word.
    expect(statuses).toEqual(["401", "200"]);
  });
});

describe("stopping", () => {
  it("ends within ten seconds, whatever clients do", { timeout: 90_000 }, async () => {
    const service = await start();
    const sailor = await newSailor(client(service.apiUrl), "Stopping");
    const row = (n: number) => ({
      time: new Date(Date.now() - n * 1000).toISOString(),
      latitude: 60,
      longitude: 24,
      metrics: { "environment.note": "x".repeat(2_000) },
    });
    const rows = Array.from({ length: 4_000 }, (_, n) => row(n));
    const posted = await client(service.apiUrl).post("/metrics?select=time", rows, {
      token: sailor.vesselToken,
    });
    expect(posted.status).toBe(201);

    const auth = `Authorization: Bearer ${sailor.userToken}\r\n`;
    const idle = talk(service.apiUrl, `GET /stays_at HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
    const halfSent = talk(service.apiUrl, `${POST}{"em`);
    const silent = talk(service.apiUrl, "");
    const halfHead = talk(service.webUrl, "GET / HTT");
    const deafReader = talk(service.apiUrl, `GET /metrics HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
    await once(deafReader.socket, "data");
    deafReader.socket.pause();
    // A statement that outlasts every time-out.
    const locked = await lockTable();
    const waiting = talk(service.apiUrl, `GET /logbook HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
    await sleep(300);

    const began = performance.now();
    await service.stop();
    expect(performance.now() - began).toBeLessThan(10_000);
    await locked.release();
    for (const { socket } of [idle, halfSent, silent, halfHead, deafReader, waiting]) socket.destroy();
    await expect(fetch(service.apiUrl)).rejects.toThrow();
  });

  it("lets a request in hand finish, and does not wait for the connection to be idle long enough", async () => {
    const stopping: number[] = [];
    while (stopping.length < ATTEMPTS && !stopping.some((ms) => ms < 2_900)) {
      const service = await start();
      const sailor = await newSailor(client(service.apiUrl), "Finishing");
      const locked = await lockTable();
      const inHand = client(service.apiUrl).get("/logbook", { token: sailor.userToken });
      await expect.poll(locked.waiting).toBeGreaterThan(0);
      const began = performance.now();
      const stopped = service.stop();
      await sleep(500);
      await locked.release();
      expect((await inHand).status).toBe(200);
      await stopped;
      stopping.push(Math.round(performance.now() - began));
    }
    expect(Math.min(...stopping), `${stopping.join(", ")} ms`).toBeLessThan(2_900);
  });
});

/** Holds a lock that every read of the logbook waits for. */
async function lockTable(): Promise<{ waiting(): Promise<number>; release(): Promise<void> }> {
  let release = (): void => {};
  let held = (): void => {};
  const isHeld = new Promise<void>((done) => {
    held = done;
  });
  const until = new Promise<void>((done) => {
    release = done;
  });
  const transaction = database.owner.transaction(async (tx) => {
    await tx.run(sql`lock table api.logbook in access exclusive mode`);
    held();
    await until;
  });
  await isHeld;
  return {
    async waiting() {
      const waiting = await database.owner.transaction((tx) =>
        tx.query(sql`
          select from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and not l.granted`),
      );
      return waiting.length;
    },
    async release() {
      release();
      await transaction;
    },
  };
}
