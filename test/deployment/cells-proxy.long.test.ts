/** The recipe for HAProxy before the cells of a fleet, tried with HAProxy itself where the machine has it. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, vi } from "vitest";
import { freePort } from "../../src/postgres-server/free-port.ts";
import { client, newSailor } from "../support/client.ts";
import { startService } from "../support/service.ts";

const PROGRAM = "/usr/sbin/haproxy";
const RECIPE = resolve(import.meta.dirname, "../../deploy/haproxy/cells.cfg");

it.skipIf(!existsSync(PROGRAM))(
  "sends each request to the cell that its token names",
  { timeout: 120_000 },
  async () => {
    // Without addresses of each other, so that a cell that is asked for somebody else passes nothing on.
    const cells = await Promise.all(["north", "south"].map((name) => startService({ WAKELOG_CELL: name })));
    const [north, south] = cells.map(({ apiUrl }) => apiUrl);
    const folder = mkdtempSync(join(tmpdir(), "wakelog-haproxy-"));
    const port = await freePort();
    const recipe = readFileSync(RECIPE, "utf8")
      .replace("bind :3000", `bind 127.0.0.1:${port}`)
      .replace("127.0.0.1:3100", north?.replace("http://", "") ?? "")
      .replace("127.0.0.1:3200", south?.replace("http://", "") ?? "");
    writeFileSync(join(folder, "cells.cfg"), recipe);
    const proxy = spawn(PROGRAM, ["-db", "-f", join(folder, "cells.cfg")], { stdio: "ignore" });
    try {
      const api = client(`http://127.0.0.1:${port}`);
      await vi.waitFor(async () => expect((await api.get("/stays_at")).status).toBe(200), {
        timeout: 30_000,
      });
      for (const at of [north, south]) {
        const { userToken: token, vesselToken } = await newSailor(client(at ?? ""));
        expect((await api.get("/metadata", { token })).status).toBe(200);
        const posted = await api.post("/metadata", { name: "Seagull" }, { token: vesselToken });
        expect(posted.status, posted.text).toBe(201);
      }
      // What has no token that can be read is for the first one, which says what is wrong with it.
      expect((await api.get("/metadata", { token: "nonsense" })).status).toBe(401);
      expect((await newSailor(api)).userToken).toMatch(/\./);
    } finally {
      proxy.kill();
      rmSync(folder, { recursive: true });
      for (const cell of cells) await cell.stop();
    }
  },
);
