/** An installation run by the command line, as users run it: its files outlive its services. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Running, runCli } from "./cli.ts";
import { type Client, client } from "./client.ts";

export interface Installation {
  readonly dataDir: string;
  /** Runs a command with the installation's settings; `more` are further environment variables. */
  run(args: readonly string[], more?: Readonly<Record<string, string>>): Running;
  /** Starts the service, and waits for its API. */
  start(): Promise<{ readonly service: Running; readonly api: Client }>;
}

/** Creates one for the calling file's tests, then stops what still runs and removes its files. */
export function installationForTests(settings: Readonly<Record<string, string>> = {}): Installation {
  const directory = mkdtempSync(join(tmpdir(), "wakelog-installation-"));
  // Reachable by the database's user, so that nothing is created elsewhere.
  chmodSync(directory, 0o755);
  const dataDir = join(directory, "data");
  const running: Running[] = [];
  afterAll(async () => {
    for (const one of running) one.process.kill("SIGTERM");
    await Promise.all(running.map((one) => one.ended));
    rmSync(directory, { recursive: true, force: true });
  });
  const run: Installation["run"] = (args, more = {}) => {
    const one = runCli(args, {
      WAKELOG_DATA_DIR: dataDir,
      WAKELOG_DB_PORT: "0",
      WAKELOG_API_PORT: "0",
      WAKELOG_WEB_PORT: "0",
      WAKELOG_ADMIN_PORT: "0",
      ...settings,
      ...more,
    });
    running.push(one);
    return one;
  };
  return {
    dataDir,
    run,
    async start() {
      const service = run(["start"]);
      return { service, api: client(await urlIn(service, "API")) };
    },
  };
}

/** The address that a service prints for a part: `API`, `Dashboard` or `Operations`. */
export async function urlIn(service: Running, part: string): Promise<string> {
  return (await service.until(new RegExp(`${part}\\s+(http://\\S+)`)))[1] ?? "";
}
