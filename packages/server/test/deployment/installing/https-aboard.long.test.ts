/** https in the boat's network by the guide: Caddy signs the certificate itself. Skipped where there is no Caddy. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { commandsIn } from "../../../../../checks/documents/documents.ts";
import { root, textOf } from "../../../../../checks/source-files.ts";
import { freePort } from "../../../src/database/postgres-server/free-port.ts";

const CADDY = "/usr/bin/caddy";
const NAME = "raspberrypi.local";
const folder = mkdtempSync(join(tmpdir(), "wakelog-https-"));
const file = join(folder, "Caddyfile");
let caddy: ChildProcess | null = null;
const behind = createServer((_request, response) => void response.end("the dashboard"));
afterAll(async () => {
  const ended = new Promise((done) => (caddy === null ? done(null) : caddy.once("close", done)));
  caddy?.kill("SIGTERM");
  await ended;
  behind.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the guide as the owner of the Caddyfile, which lies elsewhere here. */
function run(command: string | undefined): void {
  const here = (command ?? "false").replaceAll("/etc/caddy/Caddyfile", file).replace(/^sudo /, "");
  execFileSync("bash", ["-ec", here], {
    env: { PATH: process.env.PATH, NAME },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The answer of https://NAME/, trusting this certificate alone. */
function answer(port: number, certificate: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, servername: NAME, headers: { host: NAME }, ca: certificate };
    request(options, async (response) => {
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(Buffer.from(piece));
      resolve(Buffer.concat(pieces).toString());
    })
      .once("error", reject)
      .end();
  });
}

it.skipIf(!existsSync(CADDY))(
  "Caddy signs a certificate by itself, as the guide says",
  async () => {
    copyFileSync(join(root, "deploy/caddy/Caddyfile"), file);
    run(commandsIn("docs/installing.md").find((command) => command.includes("s/log.example.org/")));
    run(commandsIn("docs/aboard.md").find((command) => command.includes("tls internal")));
    execFileSync(CADDY, ["validate", "--adapter", "caddyfile", "--config", file], { stdio: "pipe" });
    expect(execFileSync(CADDY, ["fmt", file], { encoding: "utf8" })).toBe(readFileSync(file, "utf8"));

    await new Promise<void>((listening) => behind.listen(0, "127.0.0.1", listening));
    const web = String((behind.address() as AddressInfo).port);
    const [https, http] = await Promise.all([freePort(), freePort()]);
    const here = readFileSync(file, "utf8")
      .replace(`${NAME} {`, `${NAME} {\n\tbind 127.0.0.1`)
      .replace("127.0.0.1:8080", `127.0.0.1:${web}`);
    const own = `admin off\nskip_install_trust\nhttps_port ${https}\nhttp_port ${http}\nstorage file_system ${folder}/caddy`;
    writeFileSync(file, `{\n${own}\n}\n${here}`);
    caddy = spawn(CADDY, ["run", "--adapter", "caddyfile", "--config", file], { stdio: "ignore" });
    // Of Caddy's own user, it lies in /var/lib/caddy/.local/share/caddy.
    const certificate = join(folder, "caddy/pki/authorities/local/root.crt");
    expect(textOf("docs/aboard.md")).toContain("/caddy/pki/authorities/local/root.crt");
    await expect.poll(() => existsSync(certificate), { timeout: 60_000 }).toBe(true);
    await expect
      .poll(() => answer(https, readFileSync(certificate, "utf8")).catch(String), { timeout: 60_000 })
      .toBe("the dashboard");
  },
  180_000,
);
