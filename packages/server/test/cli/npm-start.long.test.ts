/** `npm start`, which puts a shell between npm and the service. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitForEnd } from "@wakelog/kit/foreign-processes.ts";
import { expect, test, vi } from "vitest";
import { root } from "../../../../checks/source-files.ts";
import { ownerOf } from "../../src/database/postgres-server/data-lock.ts";

test("ends the service and its database when npm is stopped", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wakelog-npm-"));
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      WAKELOG_DATA_DIR: dataDir,
      WAKELOG_DB_PORT: "0",
      WAKELOG_API_PORT: "0",
      WAKELOG_WEB_PORT: "0",
      WAKELOG_ADMIN_PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  npm.stdout.on("data", (chunk) => {
    text += String(chunk);
  });
  await vi.waitFor(() => expect(text).toMatch(/Wakelog is ready/), { timeout: 150_000, interval: 50 });
  const service = (await ownerOf(dataDir)) ?? 0;
  expect(service).toBeGreaterThan(0);
  npm.kill("SIGTERM");
  const hasEnded = await waitForEnd(service, 30_000);
  if (!hasEnded) process.kill(service, "SIGTERM");
  expect(hasEnded).toBe(true);
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  await rm(folder, { recursive: true, force: true });
}, 240_000);
