/** The recipes for proxies before the cells of a fleet, tried with the proxies themselves where the machine has them. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { freePort } from "../../src/postgres-server/free-port.ts";
import { client, newSailor } from "../support/client.ts";
import { startService } from "../support/service.ts";

const deploy = resolve(import.meta.dirname, "../../deploy");

interface Recipe {
  readonly proxy: string;
  /** Debian's files that it needs, the program first, and its packages. */
  readonly files: readonly [program: string, ...others: string[]];
  readonly packages: string;
  /** The configuration in `deploy`. */
  readonly file: string;
  /** How the recipe says where it listens. */
  readonly listens: readonly [written: string, at: (port: number) => string];
  /** Writes what the proxy needs besides, and returns the arguments that start it in the foreground with the recipe. */
  prepare(folder: string, recipe: string): readonly string[];
}

const NGINX_JS = "/usr/lib/nginx/modules/ngx_http_js_module.so";

const RECIPES: readonly Recipe[] = [
  {
    proxy: "HAProxy",
    files: ["/usr/sbin/haproxy"],
    packages: "haproxy",
    file: "haproxy/cells.cfg",
    listens: ["bind :3000", (port) => `bind 127.0.0.1:${port}`],
    prepare(folder, recipe) {
      writeFileSync(join(folder, "cells.cfg"), recipe);
      return ["-db", "-f", join(folder, "cells.cfg")];
    },
  },
  {
    proxy: "nginx",
    files: ["/usr/sbin/nginx", NGINX_JS],
    packages: "nginx-light and libnginx-mod-http-js",
    file: "nginx/cells.conf",
    listens: ["listen 3000;", (port) => `listen 127.0.0.1:${port};`],
    prepare(folder, recipe) {
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(" ");
      const user = process.getuid?.() === 0 ? "user root;" : "";
      const config = recipe.replace("/etc/nginx/cells.js", join(deploy, "nginx/cells.js"));
      writeFileSync(
        join(folder, "nginx.conf"),
        `load_module ${NGINX_JS}; ${user} daemon off; pid ${folder}/pid; error_log stderr error;
        events {} http { access_log off; ${temporary}\n${config} }`,
      );
      return ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
    },
  },
];

describe.each(RECIPES)("behind $proxy", ({ files, packages, file, listens, prepare }) => {
  const isThere = files.every((path) => existsSync(path));
  it.skipIf(!isThere)(
    isThere ? "each request goes to the cell that its token names" : `skipped: ${packages} not installed`,
    { timeout: 120_000 },
    async () => {
      // Without addresses of each other, so that a cell that is asked for somebody else passes nothing on.
      const cells = await Promise.all(
        ["north", "south"].map((name) => startService({ WAKELOG_CELL: name, WAKELOG_TRUST_PROXY: "1" })),
      );
      const [north = "", south = ""] = cells.map(({ apiUrl }) => apiUrl);
      const folder = mkdtempSync(join(tmpdir(), "wakelog-cells-proxy-"));
      const port = await freePort();
      const recipe = readFileSync(join(deploy, file), "utf8")
        .replace(listens[0], listens[1](port))
        .replace("127.0.0.1:3100", new URL(north).host)
        .replace("127.0.0.1:3200", new URL(south).host);
      const proxy = spawn(files[0], prepare(folder, recipe), { stdio: "ignore" });
      const ended = new Promise((done) => proxy.once("exit", done));
      try {
        const api = client(`http://127.0.0.1:${port}`);
        await vi.waitFor(async () => expect((await api.get("/stays_at")).status).toBe(200), {
          timeout: 30_000,
        });
        for (const at of [north, south]) {
          const { userToken: token, vesselToken } = await newSailor(client(at));
          expect((await api.get("/metadata", { token })).status).toBe(200);
          const posted = await api.post("/metadata", { name: "Seagull" }, { token: vesselToken });
          expect(posted.status, posted.text).toBe(201);
        }
        // What has no token that can be read is for the first one, which says what is wrong with it.
        expect((await api.get("/metadata", { token: "nonsense" })).status).toBe(401);
        const nameless = `e30.${Buffer.from('{"cell":["south"],"x":"å"}').toString("base64url")}.e30`;
        expect((await api.get("/metadata", { token: nameless })).status).toBe(401);
        // Who calls does not say at which address.
        const described = await api.get("/", {
          headers: { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
        });
        expect([described.json.host, described.json.schemes]).toEqual([`127.0.0.1:${port}`, ["http"]]);
        const { userToken } = await newSailor(api);
        const read = await client(north).get("/metadata", { token: userToken });
        expect(read.status).toBe(200);
      } finally {
        proxy.kill();
        await ended;
        rmSync(folder, { recursive: true });
        for (const cell of cells) await cell.stop();
      }
    },
  );
});
