/** The memory that the guide promises is enough: a clone is built in it, and the service starts in it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../src/database/postgres-server/free-port.ts";

const root = resolve(import.meta.dirname, "../../../../..");
/** The build's inputs. */
const READ = ["bin", "packages", "package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];
/** On the disk: files in memory would count. */
const folder = mkdtempSync("/var/tmp/wakelog-small-");
const clone = join(folder, "clone");
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  mkdirSync(clone);
  const isLeftOut = (path: string) =>
    path.split(sep).some((part) => part === "node_modules" || part === "dist" || part === "test");
  for (const name of READ) {
    cpSync(join(root, name), join(clone, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !isLeftOut(path.slice(root.length)),
    });
  }
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
});

const CGROUPS = "/sys/fs/cgroup";
/** Version 2 has one hierarchy, version 1 one for each controller. */
const isVersion2 = existsSync(join(CGROUPS, "cgroup.controllers"));

/** Creates a process group with a limit on memory and no swap. Null where this machine cannot. */
function memoryGroup(megabytes: number): string | null {
  const parent = isVersion2 ? CGROUPS : join(CGROUPS, "memory");
  const group = join(parent, `wakelog-small-${process.pid}-${megabytes}`);
  const bytes = String(megabytes * 1e6);
  try {
    // Otherwise the groups below have no limits. systemd has done it already.
    if (isVersion2) writeFileSync(join(CGROUPS, "cgroup.subtree_control"), "+memory");
    mkdirSync(group);
    const limits: readonly (readonly [string, string])[] = isVersion2
      ? [
          ["memory.max", bytes],
          ["memory.swap.max", "0"],
        ]
      : [
          ["memory.limit_in_bytes", bytes],
          ["memory.memsw.limit_in_bytes", bytes],
        ];
    // The limit on swap is missing where the kernel does not count swap.
    for (const [index, [name, value]] of limits.entries())
      if (index === 0 || existsSync(join(group, name))) writeFileSync(join(group, name), value);
    return group;
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return null;
  }
}

/** Runs a program of Node in a group. */
function runIn(group: string, args: readonly string[], environment: Record<string, string> = {}) {
  const enter = ["-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, process.execPath, ...args];
  const child = spawn("sh", enter, {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece) => {
      text += String(piece);
    });
  }
  return { child, output: () => text };
}

describe.each([500, 1000])("a machine with %i MB", (megabytes) => {
  const group = memoryGroup(megabytes);
  afterAll(async () => {
    // The kernel takes a moment to see that its last process has gone.
    for (let tries = 0; group !== null && existsSync(group) && tries < 50; tries++) {
      try {
        rmdirSync(group);
      } catch {
        await sleep(100);
      }
    }
  });

  it.skipIf(group === null)(
    "builds a clone, and starts the service from it",
    async () => {
      if (group === null) return;
      rmSync(join(clone, "packages/server/dist"), { recursive: true, force: true });
      const building = runIn(group, [join(clone, "bin/build.mjs")]);
      expect(await once(building.child, "close"), building.output()).toEqual([0, null]);

      const [api, web, admin, database] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
      const ports = { WAKELOG_API_PORT: api, WAKELOG_WEB_PORT: web, WAKELOG_ADMIN_PORT: admin };
      const running = runIn(group, [join(clone, "packages/server/bin/wakelog"), "start"], {
        WAKELOG_DATA_DIR: join(folder, `data-${megabytes}`),
        WAKELOG_DB_PORT: String(database),
        ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      });
      await expect.poll(running.output, { timeout: 120_000 }).toContain("Wakelog is ready");
      expect((await fetch(`http://127.0.0.1:${api}/`)).status).toBe(200);
      running.child.kill("SIGTERM");
      expect(await once(running.child, "close"), running.output()).toEqual([0, null]);
    },
    600_000,
  );
});
