/** The line that pairs a boat: the server's address and a code, or the address and a vessel's token. */

/** A line that was understood. */
export interface Pairing {
  /** The API's address, without a slash at the end. */
  readonly server: string;
  readonly code: string | null;
  readonly token: string | null;
}

const EXAMPLE = "log.example.org/7K3M9QXP";

/** Reads the line. Spaces and dashes in the code do not matter. @throws a sentence for people */
export function readLine(line: string): Pairing {
  const [address = "", ...rest] = line.trim().split(/\s+/);
  const url = urlOf(address);
  const path = url.pathname.replace(/\/+$/, "");
  const slash = path.lastIndexOf("/");
  const code = [path.slice(slash + 1), ...rest].join("").replaceAll("-", "").toUpperCase();
  if (/^[0-9A-HJKMNP-TV-Z]{8}$/.test(code))
    return { server: url.origin + path.slice(0, Math.max(0, slash)), code, token: null };
  const [token, ...more] = rest;
  if (token !== undefined && more.length === 0) return { server: url.origin + path, code: null, token };
  throw new Error(`The line has no code of eight letters and digits. It looks like ${EXAMPLE}.`);
}

function urlOf(address: string): URL {
  const url = parsed(withScheme(address));
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new Error(`This is no pairing line. It looks like ${EXAMPLE}.`);
  }
  return url;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function withScheme(address: string): string {
  return /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
}

/** Whether the address is plain HTTP to somewhere else than the boat's own network. */
export function isPlainAndPublic(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  if (protocol === "https:") return false;
  const name = hostname.replace(/^\[|\]$/g, "");
  if (name === "localhost" || /\.(local|lan|internal|home\.arpa)$/.test(name) || !/[.:]/.test(name))
    return false;
  if (name.includes(":")) return !/^(::1$|f[cd]|fe[89ab])/i.test(name);
  const [first = 0, second = 0] = name.split(".").map(Number);
  if (!/^[\d.]+$/.test(name)) return true;
  const isPrivate =
    first === 10 ||
    first === 127 ||
    (first === 192 && second === 168) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 169 && second === 254);
  return !isPrivate;
}
