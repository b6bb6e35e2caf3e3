/** Checks before the body: a single host, a bounded address, and when the body is requested. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Observation } from "@wakelog/kit/observe.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

const observed: Observation[] = [];
const service = serviceForTests({}, (one) => observed.push(one));
let sailor: Sailor;
beforeAll(async () => {
  sailor = await newSailor(service.api, "Gannet");
});

/** Sends text on a new connection and reads until the server closes it. */
function say(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    let heard = "";
    socket.setEncoding("latin1").on("data", (chunk) => {
      heard += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(heard));
  });
}

describe("the Host header", () => {
  const asked = (...lines: string[]): string =>
    ["GET / HTTP/1.1", ...lines, "Connection: close", "", ""].join("\r\n");

  it.each([
    ["twice", ["Host: a.example", "Host: b.example"]],
    ["twice the same", ["Host: a.example", "host: a.example"]],
    ["not at all", []],
  ])("is refused with a sentence, on every port: %s", async (_, lines) => {
    for (const url of [service.apiUrl, service.webUrl, service.adminUrl]) {
      const answer = await say(url, asked(...lines));
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
      expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "").message).toMatch(
        /^The request has .* Host header$/,
      );
    }
  });

  it("is there once, or not at all in HTTP/1.0", async () => {
    expect(await say(service.apiUrl, asked("Host: a.example"))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await say(service.apiUrl, "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("what a request says", () => {
  it("is not repeated in headers that are too long to be read", async () => {
    const long = Array.from({ length: 3_000 }, (_, n) => n).join(",");
    const answer = await service.api.get(`/logs_view?select=id&id=in.(${long})`, { token: sailor.userToken });
    expect([answer.status, answer.json]).toEqual([200, []]);
    expect(answer.headers.get("content-range")).toBe("*/*");
    expect(answer.headers.has("content-location")).toBe(false);
    const short = await service.api.get("/logs_view?select=id", { token: sailor.userToken });
    expect(short.headers.get("content-location")).toBe("/logs_view?select=id");
  });

  it("is not repeated to a browser that asks for thousands of headers", async () => {
    const names = Array.from({ length: 2_000 }, (_, n) => `x-${n}`).join(",");
    const answer = await fetch(`${service.apiUrl}/logs_view`, {
      method: "OPTIONS",
      headers: {
        Origin: "http://example.com",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": names,
      },
    });
    expect([answer.status, answer.headers.has("access-control-allow-headers")]).toEqual([200, false]);
  });
});

describe("a client that waits to be asked for its body", () => {
  const post = (length: number): string =>
    [
      "POST /rpc/login HTTP/1.1",
      "Host: x",
      "Connection: close",
      "Content-Type: application/json",
      `Content-Length: ${length}`,
      "Expect: 100-continue",
      "",
      "",
    ].join("\r\n");

  it("is asked", async () => {
    const socket = connect(Number(new URL(service.apiUrl).port), "127.0.0.1");
    socket.write(post(2));
    const [first] = await once(socket, "data");
    expect(String(first)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("{}");
    const [second] = await once(socket, "data");
    expect(String(second)).toMatch(/^HTTP\/1\.1 4\d\d /);
    socket.destroy();
  });

  it("is not asked for one that is too large", async () => {
    const answer = await say(service.apiUrl, post(10_000_000));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe("a client that leaves", () => {
  it("in the middle of its body is no fault of the service", async () => {
    observed.length = 0;
    for (let n = 0; n < 10; n++) {
      const socket = connect(Number(new URL(service.apiUrl).port), "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        'POST /rpc/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"em',
      );
      await sleep(20);
      socket.resetAndDestroy();
    }
    await expect.poll(() => observed.filter(({ kind }) => kind === "answered").length).toBe(10);
    expect(observed.filter(({ kind }) => kind === "fault")).toEqual([]);
    expect((await service.api.get("/")).status).toBe(200);
  });

  it("without taking the answer to an unread body does not keep its connection", async () => {
    const text = "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{";
    expect(await say(service.apiUrl, text)).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/is);
  });
});
