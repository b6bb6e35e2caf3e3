/** Serves the dashboard's files, and tells them where the API is. */
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

export interface WebServerOptions {
  /** The folder of the built files. */
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
        // An injected script could send the token to any other address.
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
    // Plain HTTP on a boat's own network is the usual case; otherwise a proxy in front sets this header.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
  await server.register(compress, { global: true });
  // Without a configured address, the page adds the port to its own host, since the Host header cannot be trusted.
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
  // Other addresses are pages of the dashboard's own router.
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" && !/\.[a-z0-9]+$/i.test(request.url.split("?")[0] ?? "");
    return isPage ? reply.sendFile("index.html") : reply.code(404).send({ message: "no such file" });
  });
  return server;
}

const HOST_NAME = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d+)?$/i;

/**
 * The API as a source of the content security policy.
 * @param host the Host header; a forged one affects only the browser that sent it
 */
function apiSource({ apiUrl, apiPort }: WebServerOptions, host: string | undefined): string {
  if (apiUrl !== "") return new URL(apiUrl).origin;
  const [, name] = HOST_NAME.exec(host ?? "") ?? [];
  return name === undefined ? "'self'" : `${name}:${apiPort()}`;
}
