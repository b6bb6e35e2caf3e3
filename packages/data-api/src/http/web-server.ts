/** Serves the dashboard's files and its configuration, with the API's address. */
import { existsSync } from "node:fs";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { join } from "node:path";
import type { HttpOutput } from "../engine/engine.ts";
import { acceptedCodings, preferredCoding } from "./answer/compression.ts";
import { type ByteRange, rangeOf } from "./byte-range.ts";
import { createPlainServer, jsonPage, NOTHING_THERE } from "./plain-server.ts";
import type { TimeLimits } from "./time-limits.ts";
import { type WebFile, webFiles } from "./web-files.ts";

/** A year: file names carry a hash of their content. */
const FOREVER = "public, max-age=31536000, immutable";

/**
 * The API on the dashboard's own origin. For another origin, browsers send a preflight per path, which costs a slow
 * link as much time as the request.
 */
const API_PATH = "/api";
/** A proxy may send an absolute URL. */
const BELOW_API = /^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?]*)?\/api(?=[/?]|$)\/?/;

/** The operator's own charts. */
export interface Charts {
  /** The answer for a path; null if it is not a chart's. */
  answer(path: string): Promise<HttpOutput | null>;
  /** The current chart servers elsewhere, such as `https://tiles.example.org`. */
  origins(): Promise<readonly string[]>;
}

export interface WebServerOptions {
  /** The folder of the built files. */
  readonly folder: string;
  /** The API's URL for browsers; if empty, the page's host with the API's port. */
  readonly apiUrl: string;
  readonly apiPort: () => number;
  /** The API in this process; null until it has started. Without it, the dashboard uses `apiUrl` or `apiPort`. */
  readonly api?: () => RequestListener | null;
  /** Whether mail can be sent; null if only another process knows. */
  readonly mail: boolean | null;
  readonly limits: TimeLimits;
  /** The operator's own charts; default: none. */
  readonly charts?: Charts;
  /**
   * Answers for paths that are not files; null if unknown.
   * @param html the dashboard's page
   * @param origin the dashboard's origin in the browser
   */
  readonly others?: (
    path: string,
    html: () => Promise<string>,
    origin: string,
    request: IncomingMessage,
  ) => Promise<HttpOutput | null>;
}

/** Builds the dashboard's server over a folder of built files. */
export function createWebServer(options: WebServerOptions): Server {
  if (!existsSync(join(options.folder, "index.html"))) {
    throw new Error(`the dashboard is not built: ${options.folder} has no index.html; run "npm run build"`);
  }
  const files = webFiles(options.folder);
  /** Chart servers known when the page was last requested. */
  let chartOrigins: readonly string[] = [];
  return createPlainServer(options.limits, {
    headers: ({ headers, url = "/" }) =>
      isPart(url)
        ? PART_HEADERS
        : [...SECURITY_HEADERS, ["Content-Security-Policy", policy(options, chartOrigins, headers.host)]],
    handOn(request, response) {
      const { url = "/" } = request;
      if (options.api === undefined || !BELOW_API.test(url)) return false;
      const api = options.api();
      // Writes too: clients would drop them after a 404.
      if (api === null) return STARTING;
      request.url = url.replace(BELOW_API, "/");
      api(request, response);
      return true;
    },
    async page(path, request) {
      if (path === "/config.json") return configuration(options);
      const chart = await options.charts?.answer(path);
      if (chart != null) return chart;
      if (isPage(path)) chartOrigins = (await options.charts?.origins()) ?? [];
      const html = async (): Promise<string> => ((await files.get("/index.html")?.read()) ?? "").toString();
      const origin = `http://${request.headers.host ?? "localhost"}`;
      const other = await options.others?.(path, html, origin, request);
      if (other != null) return other;
      const file = files.get(path) ?? (isPage(path) ? files.get("/index.html") : undefined);
      return file === undefined ? NOTHING_THERE : served(file, request);
    },
  });
}

/** Whether a path belongs to the dashboard's router: file paths have an extension. */
function isPage(path: string): boolean {
  return !/\.[a-z0-9]+$/i.test(path);
}

/**
 * Whether a path is a subresource, such as a script or a style. It is governed by the policy of its page or worker, so
 * a slow link need not carry the policy with each of dozens of files.
 */
function isPart(url: string): boolean {
  return url === "/config.json" || /^\/assets\/(?!.*worker)[\w.-]+$/.test(url);
}

/** Whether the dashboard uses the API on its own origin: the default. */
function isOwnApi({ api, apiUrl }: WebServerOptions): boolean {
  return api !== undefined && apiUrl === "";
}

const STARTING = jsonPage(503, { message: "The service is starting: try again in a moment" }, [
  ["Retry-After", "2"],
]);

/** Without a configured address, the page adds path or port to its own host; the Host header may be forged. */
function configuration(options: WebServerOptions): HttpOutput {
  const { apiUrl, apiPort, mail } = options;
  const path = isOwnApi(options) ? { apiPath: API_PATH } : {};
  const api = apiUrl === "" ? { apiPort: apiPort(), ...path } : { apiUrl };
  return jsonPage(200, mail === null ? api : { ...api, mail }, [["Cache-Control", "no-cache"]]);
}

async function served(file: WebFile, request: IncomingMessage): Promise<HttpOutput> {
  const range = rangeOf(request, file.size, strongTag(file));
  if (range !== null) return partial(file, range);
  const coding = preferredCoding(acceptedCodings(request.headers));
  const coded = coding === null ? null : await file.readCoded(coding);
  return {
    status: 200,
    headers: [
      ["Content-Type", file.type],
      ["Cache-Control", file.isHashed ? FOREVER : "no-cache"],
      ["ETag", file.tag],
      ["Vary", "Accept-Encoding"],
      ["Accept-Ranges", "bytes"],
      ...(coding === null || coded === null ? [] : [["Content-Encoding", coding] as const]),
    ],
    body: coded ?? (await file.read()),
  };
}

/** A strong tag for the stored bytes, which browsers require for parts: a hashed name guarantees identical bytes. */
function strongTag({ isHashed, tag }: WebFile): string | null {
  return isHashed ? tag.replace(/^W\//, "") : null;
}

/** A part of a file; empty if there is no such part (RFC 9110, section 14). */
async function partial(file: WebFile, range: ByteRange): Promise<HttpOutput> {
  const headers = [
    ["Content-Type", file.type],
    // Ranges count stored bytes, so the part must not be compressed.
    ["Cache-Control", `${file.isHashed ? FOREVER : "no-cache"}, no-transform`],
    ["ETag", strongTag(file) ?? file.tag],
    ["Accept-Ranges", "bytes"],
  ] as const;
  if (range === "none") {
    return { status: 416, headers: [...headers, ["Content-Range", `bytes */${file.size}`]], body: "" };
  }
  const { from, to } = range;
  return {
    status: 206,
    headers: [...headers, ["Content-Range", `bytes ${from}-${to}/${file.size}`]],
    body: await file.readPart(from, to),
  };
}

/**
 * Security headers. No HSTS: plain HTTP on a boat's network is common, so a proxy in front enforces HTTPS.
 * @see https://owasp.org/www-project-secure-headers/
 */
const SECURITY_HEADERS = [
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Origin-Agent-Cluster", "?1"],
  ["Referrer-Policy", "no-referrer"],
  ["X-DNS-Prefetch-Control", "off"],
  ["X-Download-Options", "noopen"],
  ["X-Frame-Options", "SAMEORIGIN"],
  ["X-Permitted-Cross-Domain-Policies", "none"],
  ["X-XSS-Protection", "0"],
] as const;

const PART_HEADERS = [["Cross-Origin-Resource-Policy", "same-origin"]] as const;

const SEAMARKS = "https://tiles.openseamap.org";

/** @see https://www.w3.org/TR/CSP3/ */
function policy(
  options: WebServerOptions,
  chartOrigins: readonly string[],
  host: string | undefined,
): string {
  return [
    "default-src 'self'",
    // Keeps an injected script from sending the token elsewhere. Seamarks and the operator's charts are loaded from
    // other servers if switched on, and drawn from fetched data.
    `connect-src ${["'self'", ...apiSource(options, host), SEAMARKS, ...chartOrigins].join(" ")}`,
    "img-src 'self' data: blob:",
    "style-src 'self'",
    // MapLibre starts its worker from a blob.
    "worker-src 'self' blob:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join(";");
}

const HOST_NAME = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d+)?$/i;

/**
 * The API as a source in the content security policy, if it is on another origin.
 * @param host the Host header; a forged one affects only the browser that sent it
 */
function apiSource(options: WebServerOptions, host: string | undefined): readonly string[] {
  const { apiUrl, apiPort } = options;
  if (isOwnApi(options)) return [];
  if (apiUrl !== "") return [new URL(apiUrl).origin];
  const [, name] = HOST_NAME.exec(host ?? "") ?? [];
  return name === undefined ? [] : [`${name}:${apiPort()}`];
}
