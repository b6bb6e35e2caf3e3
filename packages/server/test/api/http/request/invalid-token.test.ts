/** Invalid tokens are refused before the body is read, and a client that is still sending it can read why. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

const service = serviceForTests();
let sailor: Sailor;
let token: string;

beforeAll(async () => {
  sailor = await newSailor(service.api, "Rolled");
  // As after a change of the installation's secret.
  token = `${sailor.vesselToken.slice(0, -4)}AAAA`;
});

/** Sends a head on a new connection, then pieces of a body, one per millisecond; returns all that is answered. */
async function say(
  url: string,
  request: string,
  headers: readonly string[],
  pieces: readonly string[] = [],
): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const heard: Buffer[] = [];
  socket.on("data", (part) => heard.push(part));
  const closed = once(socket, "close");
  const type = "Content-Type: application/json";
  socket.write(`${[`${request} HTTP/1.1`, "Host: x", type, ...headers].join("\r\n")}\r\n\r\n`);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(1);
  }
  await closed;
  return Buffer.concat(heard).toString();
}

/** A 401 that says what is wrong with the token, and that no more is read. */
const REFUSED = /^HTTP\/1\.1 401 .*Connection: close.*"code":"PGRST301"/s;

describe("an invalid token is refused before the body is read", () => {
  it.each([
    "POST /metrics",
    "POST /metadata",
    "POST /logbook",
    "PATCH /logbook?id=eq.1",
    "PUT /logbook?id=eq.1",
    "DELETE /logbook?id=eq.1",
    "POST /rpc/settings_fn",
    "POST /rpc/export_account_fn",
    "POST /nothing_here",
  ])("%s", async (request) => {
    for (const size of ["Content-Length: 890000", "Content-Length: 30", "Transfer-Encoding: chunked"])
      expect(await say(service.apiUrl, request, [size, `Authorization: Bearer ${token}`])).toMatch(REFUSED);
  });

  it("on the dashboard's port too", async () => {
    const headers = ["Content-Length: 890000", `Authorization: Bearer ${token}`];
    expect(await say(service.webUrl, "POST /api/metrics", headers)).toMatch(REFUSED);
  });

  it("whatever the body would be", async () => {
    const headers = ["Content-Length: 4", "Content-Encoding: zip", `Authorization: Bearer ${token}`];
    expect(await say(service.apiUrl, "POST /metrics", headers)).toMatch(REFUSED);
  });

  it("without asking for it", async () => {
    const headers = ["Content-Length: 30", "Expect: 100-continue", `Authorization: Bearer ${token}`];
    expect(await say(service.apiUrl, "POST /metrics", headers)).toMatch(REFUSED);
  });

  it("an expired one too", async () => {
    const old = await new SignJWT({ role: "vessel_role", exp: Math.floor(Date.now() / 1000) - 3600 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(TEST_SECRET));
    const headers = ["Content-Length: 890000", `Authorization: Bearer ${old}`];
    expect(await say(service.apiUrl, "POST /metrics", headers)).toMatch(/401 .*JWT expired/s);
  });
});

it("a backlog with an invalid token can be sent to its end, as a proxy does", async () => {
  const pieces = Array.from({ length: 20 }, () => " ".repeat(44_500));
  const headers = ["Content-Length: 890000", `Authorization: Bearer ${token}`];
  for (let time = 0; time < 10; time++)
    expect(await say(service.apiUrl, "POST /metrics", headers, pieces)).toMatch(REFUSED);
});

it("the connection of a short body that has arrived stays open", async () => {
  const heard = await say(
    service.apiUrl,
    "POST /metrics",
    ["Content-Length: 2", `Authorization: Bearer ${token}`],
    [
      `[]GET /vessels_view HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    ],
  );
  expect(heard.match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
});
