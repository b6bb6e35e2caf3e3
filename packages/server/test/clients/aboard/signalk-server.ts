/** Signal K's own server, from npm, with plugins: on a port of this machine, fed by a simulated sea. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../../src/database/postgres-server/free-port.ts";

const run = promisify(execFile);
const INSTALL_MS = 600_000;
const START_MS = 120_000;

const SERVER = "2.32.0";
/** What boats have today beside ours. */
const BESIDE = { "signalk-postgsail": "0.6.0" };

/** The installed programs. */
export interface InstalledServer {
  readonly folder: string;
  readonly node: string;
  remove(): void;
}

/** Installs the server, the plugin that boats have today, and a Node that both run under. @returns null if they cannot be had */
export async function installServer(): Promise<InstalledServer | null> {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-signalk-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const dependencies = { "signalk-server": SERVER, ...BESIDE };
  // Newer streams need a newer server.
  const overrides = { "@signalk/streams": "6.0.0" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies, overrides }));
  const quiet = ["install", "--silent", "--no-audit", "--no-fund"];
  try {
    // As its app store installs: without scripts.
    await run("npm", [...quiet, "--ignore-scripts", "--prefix", folder], { timeout: INSTALL_MS });
    const home = join(folder, "node");
    await run("npm", [...quiet, "--prefix", home, "node@22"], { timeout: INSTALL_MS });
    return { folder, node: join(home, "node_modules", "node", "bin", "node"), remove };
  } catch {
    remove();
    return null;
  }
}

/** A running server. */
export interface SignalK {
  /** An instrument says values, by path. */
  say(values: Readonly<Record<string, unknown>>): void;
  /** What the server knows of a path of the own vessel. */
  self(path: string): Promise<unknown>;
  /** A request to the server. */
  ask(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly json: unknown }>;
  /** Ends the server and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts it.
 * @param plugins folders of plugins, by name
 * @param options of plugins, by name
 */
export async function startSignalK(
  { folder, node }: InstalledServer,
  plugins: Readonly<Record<string, string>>,
  options: Readonly<Record<string, object>>,
): Promise<SignalK> {
  const home = mkdtempSync(join(tmpdir(), "wakelog-signalk-home-"));
  const port = await freePort();
  const sea = await startSea();
  for (const part of ["node_modules", "plugin-config-data"]) mkdirSync(join(home, part));
  const write = (path: string, content: object): void =>
    writeFileSync(join(home, path), JSON.stringify(content));
  const vessel = { uuid: "urn:mrn:signalk:uuid:5b4f2f7e-6f1d-4bfb-9d3c-6f1d2a9f7c11", name: "Vega" };
  write("baseDeltas.json", [
    { context: "vessels.self", updates: [{ values: [{ path: "", value: vessel }] }] },
  ]);
  write("package.json", {
    dependencies: Object.fromEntries(Object.keys(plugins).map((name) => [name, "*"])),
  });
  write("settings.json", {
    port,
    ssl: false,
    mdns: false,
    interfaces: { appstore: false, mdns: false, "nmea-tcp": false, tcp: false },
    pipedProviders: [
      {
        id: "sea",
        enabled: true,
        pipeElements: [
          {
            type: "providers/simple",
            options: { type: "SignalK", subOptions: { type: "tcp", host: "127.0.0.1", port: sea.port } },
          },
        ],
      },
    ],
  });
  for (const [name, path] of Object.entries(plugins)) symlinkSync(path, join(home, "node_modules", name));
  for (const [name, configuration] of Object.entries(options))
    write(join("plugin-config-data", `${name}.json`), { enabled: true, configuration });
  const ask: SignalK["ask"] = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    return { status: answer.status, json: await answer.json().catch(() => null) };
  };
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(node, [join(folder, "node_modules", "signalk-server", "bin", "signalk-server")], {
      env: { PATH: process.env.PATH, HOME: home, SIGNALK_NODE_CONFIG_DIR: home, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (data) => {
        said = (said + String(data)).slice(-4_000);
      });
    const until = performance.now() + START_MS;
    for (;;) {
      const isUp = await ask("GET", "/signalk").then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isUp && sea.isHeard()) return child;
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`the Signal K server did not start: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  let child = await start();
  const end = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const left = once(child, "exit");
    child.kill("SIGTERM");
    const hard = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await left;
    clearTimeout(hard);
  };
  return {
    say: sea.say,
    self: async (path) => {
      const { status, json } = await ask("GET", `/signalk/v1/api/vessels/self/${path.replaceAll(".", "/")}`);
      return status === 200 ? Object(json).value : null;
    },
    ask,
    restart: async () => {
      await end();
      child = await start();
    },
    stop: async () => {
      await end();
      await sea.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The instruments: what they say goes to all that are connected. */
async function startSea() {
  const listeners = new Set<Socket>();
  const server = createServer((socket) => {
    listeners.add(socket);
    socket.on("error", () => undefined).on("close", () => listeners.delete(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const place = server.address();
  return {
    port: typeof place === "object" && place !== null ? place.port : 0,
    isHeard: () => listeners.size > 0,
    say: (told: Readonly<Record<string, unknown>>): void => {
      const values = Object.entries(told).map(([path, value]) => ({ path, value }));
      const timestamp = new Date().toISOString();
      const delta = { context: "vessels.self", updates: [{ source: { label: "sea" }, timestamp, values }] };
      for (const socket of listeners) socket.write(`${JSON.stringify(delta)}\n`);
    },
    close: async () => {
      for (const socket of listeners) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
