/** A server whose certificate no authority has signed. */
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { emptyFolder } from "../folder.ts";

/** A server and what reached it. */
interface Shore {
  readonly port: number;
  readonly fingerprint: string;
  /** What reached the server. */
  readonly seen: string[];
}

/** Listens on a free port until the test ends. @returns the port */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.close();
  });
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A server whose certificate no authority has signed. */
export async function selfSigned(): Promise<Shore> {
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
