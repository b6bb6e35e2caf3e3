import { createServer as createPlain } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { Client } from "../../src/link/client.ts";
import { LinkError, Transport } from "../../src/link/transport.ts";
import { listening, selfSigned } from "./self-signed.ts";

function transport(pin: string | null): Transport {
  const client = new Client();
  client.pin(pin);
  onTestFinished(() => client.close());
  return new Transport(client, () => undefined);
}

const ask = { method: "POST", path: "/link", token: "wl_secret", body: {} } as const;
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error) => (error instanceof LinkError ? error.failure : error),
  );

describe("a certificate", () => {
  it("that is not good gets nothing, the key least of all", async () => {
    const { port, seen } = await selfSigned();
    expect(await failureOf(transport(null).ask(`https://localhost:${port}`, ask, () => undefined))).toBe(
      "certificate",
    );
    expect(seen).toEqual([]);
  });

  it("that is pinned is enough, and any other gets nothing", async () => {
    const { fingerprint, port, seen } = await selfSigned();
    const other = "AB".repeat(32);
    expect(await failureOf(transport(other).ask(`https://localhost:${port}`, ask, () => undefined))).toBe(
      "certificate",
    );
    expect(seen).toEqual([]);
    const reply = await transport(fingerprint).ask(`https://localhost:${port}`, ask, () => undefined);
    expect([reply.status, seen]).toEqual([200, ["Bearer wl_secret"]]);
  });
});

describe("a redirect", () => {
  it("is followed from http to https of the same name, and nowhere else", async () => {
    const shore = await selfSigned();
    let target = `https://localhost:${shore.port}/link`;
    const plain = createPlain((_, response) => response.writeHead(308, { Location: target }).end());
    const port = await listening(plain);
    const moved: string[] = [];
    await transport(shore.fingerprint).ask(`http://localhost:${port}`, ask, (server) => moved.push(server));
    expect(moved).toEqual([`https://localhost:${shore.port}`]);
    target = `https://127.0.0.1:${shore.port}/link`;
    const elsewhere = transport(shore.fingerprint).ask(`http://localhost:${port}`, ask, (server) =>
      moved.push(server),
    );
    expect(await failureOf(elsewhere)).toBe("network");
    expect([moved.length, shore.seen.length]).toEqual([1, 1]);
  });
});

it("does not wait for ever for a server that goes on saying something", async () => {
  const server = createPlain((_, response) => {
    const more = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(more));
  });
  onTestFinished(() => server.closeAllConnections());
  const port = await listening(server);
  const client = new Client(300);
  onTestFinished(() => client.close());
  const slow = new Transport(client, () => undefined).ask(`http://127.0.0.1:${port}`, ask, () => undefined);
  expect(await failureOf(slow)).toBe("timeout");
});
