import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer as createPlain } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Client } from "../../src/link/client.ts";
import { LinkError, Transport } from "../../src/link/transport.ts";
import { emptyFolder } from "../folder.ts";

interface Shore {
  readonly port: number;
  readonly fingerprint: string;
  /** What reached the server. */
  readonly seen: string[];
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.close();
  });
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A server whose certificate no authority has signed. */
async function selfSigned(): Promise<Shore> {
  const folder = emptyFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
      "-keyout",
      key,
      "-out",
      cert,
      ...subject,
    ],
    { stdio: "ignore" },
  );
  const seen: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    seen.push(request.headers.authorization ?? "");
    response.end("{}");
  });
  onTestFinished(() => server.closeAllConnections());
  const { fingerprint256 } = new X509Certificate(readFileSync(cert));
  return { port: await listening(server), fingerprint: fingerprint256, seen };
}

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
