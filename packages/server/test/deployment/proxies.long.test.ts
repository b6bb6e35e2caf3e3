/** The recipes for proxies, tried with the proxies themselves where the machine has them: TLS, one address, HTTP/2, streams. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type ClientHttp2Session, connect } from "node:http2";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { newSkipper } from "../../../../test/support/skipper.ts";
import { freePort } from "../../src/database/postgres-server/free-port.ts";

const root = resolve(import.meta.dirname, "../../../..");
const NAME = "log.example.org";

interface Recipe {
  readonly proxy: string;
  readonly program: string;
  /** Makes the recipe one for this test, and returns the arguments that start the proxy in the foreground. */
  prepare(
    folder: string,
    ports: { https: number; http: number; api: string; web: string },
  ): readonly string[];
}

const certificates = (folder: string) => ({ cert: join(folder, "cert.pem"), key: join(folder, "key.pem") });

const RECIPES: readonly Recipe[] = [
  {
    proxy: "nginx",
    program: "/usr/sbin/nginx",
    prepare(folder, { https, http, api, web }) {
      const { cert, key } = certificates(folder);
      const recipe = readFileSync(join(root, "deploy/nginx/wakelog.conf"), "utf8")
        .replace("listen 443", `listen 127.0.0.1:${https}`)
        .replace("listen 80;", `listen 127.0.0.1:${http};`)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
        .replace("http://127.0.0.1:3000/", `${api}/`)
        .replace("http://127.0.0.1:8080", web);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(" ");
      const user = process.getuid?.() === 0 ? "user root;" : "";
      writeFileSync(
        join(folder, "nginx.conf"),
        `${user} daemon off; pid ${folder}/pid; error_log stderr error;
        events {} http { access_log off; ${temporary} ${recipe} }`,
      );
      return ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
    },
  },
  {
    proxy: "Caddy",
    program: "/usr/bin/caddy",
    prepare(folder, { https, http, api, web }) {
      const { cert, key } = certificates(folder);
      const recipe = readFileSync(join(root, "deploy/caddy/Caddyfile"), "utf8")
        .replace("log.example.org {", `log.example.org {\n  bind 127.0.0.1\n  tls ${cert} ${key}`)
        .replace("127.0.0.1:3000", api.replace("http://", ""))
        .replace("127.0.0.1:8080", web.replace("http://", ""));
      writeFileSync(
        join(folder, "Caddyfile"),
        `{\n  admin off\n  https_port ${https}\n  http_port ${http}\n}\n${recipe}`,
      );
      return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
    },
  },
];

it.skipIf(!existsSync("/usr/bin/caddy"))("Caddy's recipe is formatted as Caddy wants it", () => {
  const recipe = join(root, "deploy/caddy/Caddyfile");
  expect(readFileSync(recipe, "utf8")).toBe(
    execFileSync("/usr/bin/caddy", ["fmt", recipe], { encoding: "utf8" }),
  );
});

describe.each(RECIPES)("behind $proxy", ({ proxy, program, prepare }) => {
  const isThere = existsSync(program);
  let folder: string;
  let service: TestService;
  let child: ChildProcess;
  let https: number;
  let api: string;
  let session: ClientHttp2Session;

  beforeEach(async () => {
    if (!isThere) return;
    folder = mkdtempSync(join(tmpdir(), "wakelog-proxy-"));
    const { cert, key } = certificates(folder);
    execFileSync(
      "openssl",
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${NAME}
        -addext subjectAltName=DNS:${NAME} -keyout ${key} -out ${cert}`.split(/\s+/),
      { stdio: "ignore" },
    );
    const http = await freePort();
    https = await freePort();
    const [apiPort, webPort] = [await freePort(), await freePort()];
    api = `http://127.0.0.1:${apiPort}`;
    service = await startService({
      WAKELOG_API_PORT: String(apiPort),
      WAKELOG_WEB_PORT: String(webPort),
      WAKELOG_API_URL: `https://${NAME}/api`,
      WAKELOG_WEB_URL: `https://${NAME}`,
      WAKELOG_TRUST_PROXY: "1",
    });
    const args = prepare(folder, { https, http, api, web: `http://127.0.0.1:${webPort}` });
    child = spawn(program, args, { stdio: "ignore", env: { ...process.env, HOME: folder } });
    for (let tries = 0; tries < 100; tries++) {
      if ((await answerTo("/config.json").catch(() => null)) !== null) break;
      await sleep(100);
    }
    session = connect(`https://${NAME}`, {
      ca: readFileSync(cert),
      host: "127.0.0.1",
      port: https,
      servername: NAME,
    });
  }, 60_000);
  afterEach(async () => {
    if (!isThere) return;
    session.close();
    session.destroy();
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await new Promise((done) => child.once("exit", done));
    }
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  interface Got {
    readonly status: number;
    readonly text: string;
  }

  /** A request in HTTP/1.1. */
  function answerTo(
    path: string,
    ask: { method?: string; token?: string; body?: string } = {},
  ): Promise<Got> {
    return new Promise((done, failed) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port: https,
          servername: NAME,
          ca: readFileSync(certificates(folder).cert),
          method: ask.method ?? "GET",
          path,
          headers: {
            Host: NAME,
            ...(ask.token === undefined ? {} : { Authorization: `Bearer ${ask.token}` }),
            ...(ask.body === undefined ? {} : { "Content-Type": "application/json" }),
          },
        },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (part) => {
            text += part;
          });
          answer.on("end", () => done({ status: answer.statusCode ?? 0, text }));
        },
      );
      sent.on("error", failed);
      sent.end(ask.body);
    });
  }

  it.skipIf(!isThere)(
    isThere ? "one address serves both, over HTTP/2 too, and streams flow at once" : `skipped: no ${proxy}`,
    async () => {
      expect(JSON.parse((await answerTo("/config.json")).text)).toMatchObject({
        apiUrl: `https://${NAME}/api`,
      });
      expect((await answerTo("/logs")).text).toContain('<div id="root">');
      const skipper = await newSkipper({ apiUrl: api, drainJobs: () => service.drainJobs() });
      const rows = JSON.stringify(passage(Date.now() - 8 * 3_600_000, DAY_TRIP));
      const { vesselToken, userToken } = skipper.sailor;
      const large = rows.replaceAll("},{", `},${" ".repeat(130_000)}{`);
      expect(large.length).toBeGreaterThan(16_000_000);
      const sent = await answerTo("/api/metrics", { method: "POST", token: vesselToken, body: large });
      expect(sent.status).toBe(201);
      await service.drainJobs();
      const logs = await answerTo("/api/logs_view?select=id", { token: userToken });
      expect(JSON.parse(logs.text)).toHaveLength(2);
      expect((await answerTo("/api/nothing_of_this_name", { token: userToken })).status).toBe(404);

      const backlog = { method: "POST", token: `${vesselToken.slice(0, -4)}AAAA`, body: " ".repeat(890_000) };
      for (let time = 0; time < 10; time++)
        expect((await answerTo("/api/metrics", backlog)).status, "an invalid token").toBe(401);

      expect(session.alpnProtocol).toBe("h2");
      const stream = session.request({
        ":path": "/api/live",
        authorization: `Bearer ${userToken}`,
        accept: "text/event-stream",
      });
      let heard = "";
      stream.setEncoding("utf8").on("data", (part) => {
        heard += part;
      });
      await expect.poll(() => heard, { timeout: 10_000 }).toContain("event: ");
      heard = "";
      const now = {
        time: new Date().toISOString(),
        latitude: 59.8,
        longitude: 22.9,
        status: "moored",
        metrics: {},
      };
      await answerTo("/api/metrics", { method: "POST", token: vesselToken, body: JSON.stringify([now]) });
      await expect.poll(() => heard, { timeout: 10_000 }).toContain(now.time.slice(0, 19));
      stream.close();
    },
    60_000,
  );
});
