/** The dashboard's server where the API is elsewhere, or has not started yet. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { TIME_LIMITS } from "../../../src/http/time-limits.ts";
import { createWebServer, type WebServerOptions } from "../../../src/http/web-server.ts";
import { listenFreely } from "./listen-freely.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-web-"));
writeFileSync(join(folder, "index.html"), "<!doctype html>");
afterAll(() => rmSync(folder, { recursive: true }));

/** A request with a Host header of the caller's. */
function get(
  port: number,
  path: string,
  host: string,
  method = "GET",
): Promise<{ status: number; connect: string; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers: { host } }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (part) => {
        body += part;
      });
      answer.on("end", () => {
        const policy = String(answer.headers["content-security-policy"] ?? "");
        const connect = /connect-src ([^;]*)/.exec(policy)?.[1] ?? "";
        resolve({ status: answer.statusCode ?? 0, connect, body });
      });
    });
    sent.on("error", reject).end();
  });
}

async function serving<T>(
  options: Partial<WebServerOptions>,
  work: (ask: (path: string, host?: string, method?: string) => ReturnType<typeof get>) => Promise<T>,
): Promise<T> {
  const given = { folder, apiUrl: "", apiPort: () => 3000, mail: null, limits: TIME_LIMITS, ...options };
  const server = createWebServer(given);
  const port = await listenFreely(server);
  try {
    return await work((path, host = "boat.local", method = "GET") => get(port, path, host, method));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const SEAMARKS = "https://tiles.openseamap.org";

it("the page may ask the API at its port of the same host", async () => {
  await serving({}, async (ask) => {
    for (const [host, name] of [
      ["boat.local:8080", "boat.local"],
      ["192.168.1.5", "192.168.1.5"],
      ["[fd00::5]:8080", "[fd00::5]"],
    ] as const) {
      expect((await ask("/", host)).connect).toBe(`'self' ${name}:3000 ${SEAMARKS}`);
    }
    expect(JSON.parse((await ask("/config.json")).body)).toEqual({ apiPort: 3000 });
  });
});

it("the policy takes nothing from a Host header that is not a host", async () => {
  await serving({}, async (ask) => {
    for (const host of ["x; script-src *", "*", "a b", "https:", "x'y", "-->", "x,*"]) {
      const { connect } = await ask("/", host);
      expect([host, connect === "" ? `'self' ${SEAMARKS}` : connect]).toEqual([host, `'self' ${SEAMARKS}`]);
    }
  });
});

it("says that the service is starting, with no page, while the API is not there yet", async () => {
  await serving({ api: () => null }, async (ask) => {
    // The dashboard keeps such a write and sends it again, which it would not after a 404.
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      const { status, body } = await ask("/api/logs_view?limit=1", undefined, method);
      expect([status, body]).toEqual([503, '{"message":"The service is starting: try again in a moment"}']);
    }
    expect((await ask("/apiary")).body).toBe("<!doctype html>");
    expect((await ask("/")).status).toBe(200);
  });
});
