/** A caller's limits are known from the token before the body is read. */
import { once } from "node:events";
import { connect } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";

const KB = 1024;
let service: TestService;
let sailor: Sailor;

beforeAll(async () => {
  service = await startService();
  sailor = await newSailor(client(service.apiUrl), "Fulmar");
});
afterAll(() => service.stop());

const filler = (bytes: number): string => JSON.stringify({ email: "x".repeat(bytes), pass: "x" });

function login(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${service.apiUrl}/rpc/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
}

describe("the body of a stranger", () => {
  it("has 64 kB at most, packed or not", async () => {
    expect((await login(filler(60 * KB))).status).not.toBe(413);
    const large = filler(65 * KB);
    expect((await login(large)).status).toBe(413);
    expect((await login(gzipSync(large), { "Content-Encoding": "gzip" })).status).toBe(413);
    expect((await login(brotliCompressSync(large), { "Content-Encoding": "br" })).status).toBe(413);
  });

  it("has no more for a token that is not valid", async () => {
    const forged = await new SignJWT({ role: "vessel_role", vid: "x" })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(`not ${TEST_SECRET}`));
    const answer = await login(filler(65 * KB), { Authorization: `Bearer ${forged}` });
    // The bearer of an invalid token must learn that; the body is not read.
    expect(answer.status).toBe(401);
    expect((await login(filler(10), { Authorization: `Bearer ${forged}` })).status).toBe(401);
  });

  it("is refused before it is sent", async () => {
    const { hostname, port } = new URL(service.apiUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(
      "POST /rpc/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 33000000\r\n\r\n{",
    );
    const [head] = await once(socket, "data");
    expect(String(head)).toMatch(/^HTTP\/1\.1 413 /);
    expect(String(head).toLowerCase()).toContain("connection: close");
    socket.destroy();
  });

  it("is cut off where it does not say how long it is", async () => {
    const { hostname, port } = new URL(service.apiUrl);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(
      "POST /rpc/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
    const chunk = "x".repeat(16 * KB);
    for (let i = 0; i < 5; i++) socket.write(`${(16 * KB).toString(16)}\r\n${chunk}\r\n`);
    const [head] = await once(socket, "data");
    expect(String(head)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });
});

it("people and boats may send more", async () => {
  const note = { channel: "note", payload: "x" };
  const large = JSON.stringify([{ ...note, padding: "x".repeat(200 * KB) }]);
  for (const token of [sailor.userToken, sailor.vesselToken]) {
    const answer = await fetch(`${service.apiUrl}/eventlogs_view`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: large,
    });
    expect(answer.status).not.toBe(413);
  }
});

describe("requests in a minute", () => {
  it("are 600 for the strangers of one network, and those with a token have their own", async () => {
    const limited = await startService({ WAKELOG_RATE_LIMITS: "on", WAKELOG_TRUST_PROXY: "1" });
    const api = client(limited.apiUrl);
    try {
      const known = await newSailor(api, "Petrel");
      const from = (address: string, token?: string) =>
        api.get("/stays_at?limit=1", {
          headers: { "X-Forwarded-For": address },
          ...(token === undefined ? {} : { token }),
        });
      // Of one household, however many of its addresses it uses.
      const address = (n: number): string => `2001:db8:1:2::${(n + 1).toString(16)}`;
      const statuses: number[] = [];
      for (let i = 0; i < 640; i += 40) {
        const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => from(address(i + n))));
        statuses.push(...answers.map(({ status }) => status));
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(600);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      const refused = await from(address(1));
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await from(address(1), known.userToken)).status).toBe(200);
      expect((await from("2001:db8:1:3::1")).status).toBe(200);
      const preflight = await fetch(`${limited.apiUrl}/stays_at`, {
        method: "OPTIONS",
        headers: {
          Origin: "http://example.org",
          "Access-Control-Request-Method": "GET",
          "X-Forwarded-For": address(1),
        },
      });
      expect(preflight.status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
