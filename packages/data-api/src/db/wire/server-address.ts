/** Where a server is and how to sign in, as a connection needs it. */
import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";
import { parse } from "pg-connection-string";
import { type ConnectionSettings, connectionUrl, startupOptions } from "../connection-settings.ts";

/** A server, a login and the connection settings. */
export interface ServerAddress {
  /** A host and a port, or a Unix socket. */
  readonly at: { readonly host: string; readonly port: number } | { readonly path: string };
  /** Null without encryption. */
  readonly tls: ConnectionOptions | null;
  /** Whether TLS begins without a request in clear first. */
  readonly direct: boolean;
  readonly user: string;
  readonly password: string | null;
  /** The other startup parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>;
}

const DEFAULT_PORT = 5432;

/** Environment variables of libpq; used where neither the URL nor a part sets the value. */
const VARIABLES: Readonly<Record<string, string>> = {
  host: "PGHOST",
  port: "PGPORT",
  user: "PGUSER",
  password: "PGPASSWORD",
  database: "PGDATABASE",
  sslnegotiation: "PGSSLNEGOTIATION",
  application_name: "PGAPPNAME",
  options: "PGOPTIONS",
  replication: "PGREPLICATION",
};

/** Sent unchanged if set. */
const PARAMETERS = [
  "application_name",
  "options",
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "replication",
] as const;

/** Values of PGSSLMODE that encrypt and check the certificate. */
const CHECKING = new Set(["prefer", "require", "verify-ca", "verify-full"]);

/**
 * Resolves the settings.
 * @throws Error if the URL cannot be read
 */
export function serverAddress(settings: ConnectionSettings): ServerAddress {
  const written = writtenIn(settings);
  const find = (name: string): string => {
    const value = written[name];
    return (typeof value === "string" ? value : "") || process.env[VARIABLES[name] ?? ""] || "";
  };
  const host = find("host") || "localhost";
  const number = Number.parseInt(find("port"), 10);
  const port = Number.isNaN(number) ? DEFAULT_PORT : number;
  const user = find("user") || (process.env[process.platform === "win32" ? "USERNAME" : "USER"] ?? "");
  const tls = tlsOptions(host, written.ssl ?? sslOf(process.env.PGSSLMODE));
  const negotiation = find("sslnegotiation");
  if (!["", "postgres", "direct"].includes(negotiation)) {
    throw new Error(`sslnegotiation must be postgres or direct, not "${negotiation}"`);
  }
  const direct = negotiation === "direct";
  if (direct && tls === null) throw new Error("sslnegotiation=direct needs an encrypted connection");
  const given = [
    ["database", find("database") || user],
    ...PARAMETERS.map((name) => [name, find(name)] as const),
  ].filter(([, value]) => value !== "");
  return {
    at: host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    tls,
    direct,
    user,
    password: find("password") || null,
    parameters: {
      client_encoding: "UTF8",
      ...Object.fromEntries(given),
      // With a database, pg_hba.conf treats it as an ordinary connection to that database.
      ...(settings.replicates === true ? { replication: "database" } : {}),
    },
  };
}

/** The explicit settings; reads certificates and keys that a URL names. */
function writtenIn(settings: ConnectionSettings): Readonly<Record<string, unknown>> {
  const { url, host, port, user, password, database, applicationName = "wakelog" } = settings;
  const own = { application_name: applicationName, options: startupOptions(settings) };
  return url === undefined
    ? { ...own, host, port: port ? String(port) : "", user, password, database }
    : { ...own, ...parse(connectionUrl(url, settings)) };
}

/** `PGSSLMODE` in the form of a URL's `ssl`. */
function sslOf(mode: string | undefined): boolean | string {
  return mode === "no-verify" ? mode : CHECKING.has(mode ?? "");
}

/**
 * TLS options; null without encryption. A host name is sent (SNI), so that the server can choose its certificate; an
 * address must not be (RFC 6066, section 3).
 */
function tlsOptions(host: string, ssl: unknown): ConnectionOptions | null {
  const options = ssl === "no-verify" ? { rejectUnauthorized: false } : ssl;
  if (options !== true && (typeof options !== "object" || options === null)) return null;
  return {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(options === true ? {} : options),
  };
}
