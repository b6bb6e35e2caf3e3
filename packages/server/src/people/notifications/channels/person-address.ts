/**
 * Requests to addresses entered by users. Such an address could make this machine fetch from its own network, so the
 * connection goes to the IP address that was checked, whatever the name resolves to later. Only the response's status is
 * passed on.
 */
import { type LookupAddress, lookup } from "node:dns";
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { UndeliverableError } from "./channel.ts";

/** Generous for any reachable service. */
const TIME_LIMIT_MS = 10_000;
/** Most bytes read of a response: only its status matters. */
const ANSWER_BYTES = 65_536;

export interface Posting {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Posts to an address entered by a user. @returns the status of the response */
export type PostToPerson = (address: string, posting: Posting) => Promise<number>;

/** @param allowsPrivate whether addresses of private networks may be posted to */
export function openPersonPost(allowsPrivate: boolean): PostToPerson {
  return async (address, posting) => {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new UndeliverableError("The address is not one that messages can be posted to.");
    }
    return exchange(url, posting, allowsPrivate);
  };
}

function exchange(url: URL, { headers, body }: Posting, allowsPrivate: boolean): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is not looked up, so it is checked here.
  if (!allowsPrivate && ipaddr.isValid(host) && !isRemote(host)) return Promise.reject(refusal());
  const request = url.protocol === "https:" ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: "POST",
        // A new connection, because a pooled one may lead to another address.
        agent: false,
        headers: {
          "User-Agent": "wakelog",
          ...authorization(url),
          ...headers,
          "Content-Length": Buffer.byteLength(body),
        },
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
        ...(allowsPrivate ? {} : { lookup: checkedLookup }),
      },
      (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > ANSWER_BYTES) answer.destroy();
        });
        answer.on("close", () => resolve(answer.statusCode ?? 0));
        answer.on("error", () => resolve(answer.statusCode ?? 0));
      },
    );
    // Without this listener, a response that switches protocols would cause neither a response nor an error event.
    sent.on("upgrade", (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", (cause) => reject(failure(cause)));
    sent.end(body);
  });
}

/** Looks up a name and returns public addresses only. @throws UndeliverableError if one is not public */
const checkedLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, "", 0);
    const addresses: readonly LookupAddress[] = found;
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isRemote(address)))
      return done(refusal(), "", 0);
    if (options.all === true) return done(null, [...addresses]);
    return done(null, first.address, first.family);
  });
};

/** The routed part of IPv6 (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address is on the public internet. IPv4-mapped IPv6 is judged as IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const known = ipaddr.process(address);
  if (known.range() !== "unicast") return false;
  return known instanceof ipaddr.IPv4 || known.match(GLOBAL_UNICAST);
}

/** Whether an address is public and not this machine's own, where services may trust local programs. */
export function isRemote(address: string, interfaces = networkInterfaces()): boolean {
  if (!isPublic(address)) return false;
  const normalized = ipaddr.process(address).toNormalizedString();
  return !Object.values(interfaces)
    .flatMap((one) => one ?? [])
    .some((own) => ipaddr.process(own.address).toNormalizedString() === normalized);
}

function refusal(): UndeliverableError {
  return new UndeliverableError(
    "The address leads into a private network, where this service posts nothing. Enter a public one.",
  );
}

/** User and password of a URL as basic authentication (RFC 7617). */
function authorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The cause without the address, which may hold a secret. */
function failure(cause: Error): Error {
  if (cause instanceof UndeliverableError) return cause;
  if (cause.name === "TimeoutError" || cause.name === "AbortError") {
    return new Error(`There was no answer within ${TIME_LIMIT_MS / 1000} s.`, { cause });
  }
  const code = "code" in cause ? String(cause.code) : cause.name;
  return new Error(`The address cannot be reached (${code}).`, { cause });
}

/** Expects success. @throws Error with the status; UndeliverableError if the address no longer exists (404, 410) */
export function expectTaken(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 410) throw new UndeliverableError("The address answered 410: it has ended.", true);
  if (status >= 300 && status < 400) {
    throw new UndeliverableError(
      `The address answered ${status}: it leads elsewhere, which is not followed.`,
    );
  }
  throw new Error(`The address answered ${status}.`);
}
