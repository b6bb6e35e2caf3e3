/** The line that pairs a boat: the server's address and a code, or the address and a vessel's token. */

/** A line that was understood. */
export interface Pairing {
  /** The API's address, without a slash at the end. */
  readonly server: string;
  readonly code: string | null;
  readonly token: string | null;
}

const EXAMPLE = "log.example.org/7K3M9QXP";

/** Reads the line. @throws a sentence for people */
export function readLine(line: string): Pairing {
  const [address = "", token = null, ...rest] = line.trim().split(/\s+/);
  if (address === "" || rest.length > 0)
    throw new Error(`This is no pairing line. It looks like ${EXAMPLE}.`);
  const url = urlOf(address);
  const path = url.pathname.replace(/\/+$/, "");
  if (token !== null) return { server: url.origin + path, code: null, token };
  const slash = path.lastIndexOf("/");
  const code = decodeURIComponent(path.slice(slash + 1))
    .replaceAll(/[\s-]/g, "")
    .toUpperCase();
  if (!/^[0-9A-HJKMNP-TV-Z]{8}$/.test(code)) {
    throw new Error(`The line has no code of eight letters and digits. It looks like ${EXAMPLE}.`);
  }
  return { server: url.origin + path.slice(0, slash), code, token: null };
}

function urlOf(address: string): URL {
  const url = parsed(withScheme(address));
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new Error(`${address} is no address. The line looks like ${EXAMPLE}.`);
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
