/** The dashboard's files, and where they find the API. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance } from "fastify";

/** A year: file names carry a hash of their content. */
const FOREVER = "public, max-age=31536000, immutable";

/** Where the dashboard is and where it finds the API. */
export interface WebServerOptions {
  /** Built files. */
  readonly folder: string;
  /** The API's address for browsers; when empty, this server's own name with the API's port. */
  readonly apiUrl: string;
  readonly apiPort: () => number;
}

/** Builds the dashboard's server over a folder of built files. */
export async function createWebServer(options: WebServerOptions): Promise<FastifyInstance> {
  if (!existsSync(join(options.folder, "index.html"))) {
    throw new Error(`the dashboard is not built: ${options.folder} has no index.html; run "npm run build"`);
  }
  const server = Fastify({ logger: false });
  await server.register(helmet, {
    // The dashboard may talk to any API address its owner sets, and MapLibre starts its worker from a blob.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "connect-src": ["'self'", "http:", "https:"],
        "img-src": ["'self'", "data:", "blob:"],
        "style-src": ["'self'", "'unsafe-inline'"],
        "worker-src": ["'self'", "blob:"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
      },
    },
    // Plain HTTP on a boat's own network is the ordinary case; a proxy in front sets this where it is not.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
  await server.register(compress, { global: true });
  server.get("/config.json", (request, reply) => {
    const apiUrl =
      options.apiUrl === ""
        ? `${request.protocol}://${request.hostname}:${options.apiPort()}`
        : options.apiUrl;
    return reply.header("Cache-Control", "no-cache").send({ apiUrl });
  });
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
