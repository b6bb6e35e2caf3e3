/** The dashboard's files, and where they find the API. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { createPlainServer } from "./plain-server.ts";
import type { TimeLimits } from "./time-limits.ts";

/** A year: file names carry a hash of their content. */
const FOREVER = "public, max-age=31536000, immutable";

/** Where the dashboard is and where it finds the API. */
export interface WebServerOptions {
  /** Built files. */
  readonly folder: string;
  /** The API's address for browsers; if empty, the page's own host with the API's port. */
  readonly apiUrl: string;
  readonly apiPort: () => number;
  readonly limits: TimeLimits;
}

/** Builds the dashboard's server over a folder of built files. */
export async function createWebServer(options: WebServerOptions): Promise<FastifyInstance> {
  if (!existsSync(join(options.folder, "index.html"))) {
    throw new Error(`the dashboard is not built: ${options.folder} has no index.html; run "npm run build"`);
  }
  const server = createPlainServer(options.limits);
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        // Nowhere else: a script that got in could send the token there.
        "connect-src": ["'self'", ({ headers }) => apiSource(options, headers.host)],
        "img-src": ["'self'", "data:", "blob:"],
        "style-src": ["'self'", "'unsafe-inline'"],
        // MapLibre starts its worker from a blob.
        "worker-src": ["'self'", "blob:"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
      },
    },
    // Plain HTTP on a boat's own network is the ordinary case; a proxy in front sets this where it is not.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
  await server.register(compress, { global: true });
  // Without an address that was set, the page adds the port to its own host: the Host header is the caller's word.
  server.get("/config.json", (_request, reply) =>
    reply
      .header("Cache-Control", "no-store")
      .send(options.apiUrl === "" ? { apiPort: options.apiPort() } : { apiUrl: options.apiUrl }),
  );
  await server.register(fastifyStatic, {
    root: options.folder,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.setHeader("Cache-Control", path.includes(`${options.folder}/assets/`) ? FOREVER : "no-cache");
    },
  });
  // Pages are addresses of the dashboard's own router.
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" && !/\.[a-z0-9]+$/i.test(request.url.split("?")[0] ?? "");
    return isPage ? reply.sendFile("index.html") : reply.code(404).send({ message: "no such file" });
  });
  return server;
}

const HOST_NAME = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d+)?$/i;

/**
 * The API as a source of the content security policy.
 * @param host the Host header: names the page's own host to the browser that sent it, and to nobody else
 */
function apiSource({ apiUrl, apiPort }: WebServerOptions, host: string | undefined): string {
  if (apiUrl !== "") return new URL(apiUrl).origin;
  const [, name] = HOST_NAME.exec(host ?? "") ?? [];
  return name === undefined ? "'self'" : `${name}:${apiPort()}`;
}
