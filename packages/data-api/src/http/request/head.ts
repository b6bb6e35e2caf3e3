/** Parses a request's head: target, sender, and the origin it was sent to. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ApiError } from "@wakelog/kit/errors.ts";

/** Longest request target; longer filters should be sent as a function call. */
export const URL_LIMIT = 65_536;

/** A request target, split at the question mark. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/**
 * The request's target. A proxy may send an absolute URL (RFC 9112, section 3.2.2).
 * @throws ApiError 414 if too long, 400 if invalid
 */
export function targetOf({ url = "/" }: IncomingMessage): Target {
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
  if (target.length > URL_LIMIT) {
    throw new ApiError({
      code: "PT414",
      status: 414,
      message: `The address has ${target.length} characters; at most ${URL_LIMIT} are accepted`,
      hint: "Send long lists as the body of a POST to a procedure.",
    });
  }
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  if (path.includes("%") && !isDecodable(path)) throw unreadable("The address or the headers cannot be read");
  return { path, query: mark < 0 ? "" : target.slice(mark + 1) };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Headers for the engine: one text per name. */
export function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat[name] = typeof value === "string" ? value : value.join(", ");
  }
  return flat;
}

/**
 * Checks that there is one Host header (RFC 9112, section 3.2): with two, a proxy in front might use the other one.
 * @throws ApiError 400
 */
export function checkHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  if (hosts > 1) throw unreadable("The request has more than one Host header");
  if (hosts === 0 && httpVersion === "1.1") throw unreadable("The request has no Host header");
}

function unreadable(message: string): ApiError {
  return new ApiError({ code: "PGRST102", status: 400, message });
}

/** The sender, and the service's origin as the sender knows it. */
export interface Ends {
  /** The caller's address; empty if there is none, as on a Unix socket. */
  readonly address: string;
  /** The origin that the caller used; absent if the Host header is missing or invalid. */
  readonly calledAt?: string;
}

/**
 * The caller and the called origin, behind a number of proxies. Each proxy appends the address it was called from, so
 * `X-Forwarded-For` is read from the right: the caller can forge everything further left.
 */
export function endsOf({ headers, socket }: IncomingMessage, proxies: number): Ends {
  const peer = socket.remoteAddress ?? "";
  const forwarded = (name: string): readonly string[] =>
    proxies === 0 ? [] : listed(headers[`x-forwarded-${name}`]);
  const hops = [...forwarded("for"), peer];
  const address = hops.at(-1 - Math.min(proxies, hops.length - 1)) ?? peer;
  const scheme = forwarded("proto").at(-1) ?? "http";
  const host = forwarded("host").at(-1) ?? headers.host;
  const origin = host === undefined ? null : originOf(`${scheme}://${host}`);
  return origin === null ? { address } : { address, calledAt: origin };
}

function listed(value: string | string[] | undefined): readonly string[] {
  const parts = (typeof value === "string" ? value : (value ?? []).join(",")).split(",");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** The last text, because most requests name the same host. */
let last: { readonly text: string; readonly origin: string | null } = { text: "", origin: null };

/** The text if it is exactly an origin; otherwise null. */
function originOf(text: string): string | null {
  if (text !== last.text) last = { text, origin: parsedOrigin(text) };
  return last.origin;
}

function parsedOrigin(text: string): string | null {
  try {
    return new URL(text).pathname === "/" ? text : null;
  } catch {
    return null;
  }
}
