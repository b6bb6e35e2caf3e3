/** Where a server is and how to sign in, in the form that a connection needs. */
import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";
import ConnectionParameters from "pg/lib/connection-parameters";
import { z } from "zod";
import { type ConnectionSettings, clientConfig } from "../connection-settings.ts";

/** A server, a login and the settings of the connections. */
export interface ServerAddress {
  /** A host and a port, or a Unix socket. */
  readonly at: { readonly host: string; readonly port: number } | { readonly path: string };
  /** Null if the connection is not encrypted. */
  readonly tls: ConnectionOptions | null;
  /** Whether encryption begins without asking the server for it first. */
  readonly direct: boolean;
  readonly user: string;
  readonly password: string | null;
  /** The other parameters of the startup message, by name. */
  readonly parameters: Readonly<Record<string, string>>;
}

const word = z.union([z.string(), z.number()]).transform(String).nullish().catch(null);

/** What `pg` reads from a URL, from parts, and from PGHOST, PGUSER and so on. */
const Found = z.object({
  host: z.string().catch("localhost"),
  port: z.number().int().catch(5432),
  user: z.string().catch(""),
  password: z.string().nullable().catch(null),
  database: word,
  ssl: z
    .union([z.boolean(), z.custom<ConnectionOptions>((value) => typeof value === "object" && value !== null)])
    .catch(false),
  sslnegotiation: word,
  application_name: word,
  options: word,
  statement_timeout: word,
  lock_timeout: word,
  idle_in_transaction_session_timeout: word,
  replication: word,
});

/** Sent as they are if they are set. */
const PARAMETERS = [
  "database",
  "application_name",
  "options",
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "replication",
] as const;

/**
 * Reads the settings.
 * @throws Error if the URL cannot be read
 */
export function serverAddress(settings: ConnectionSettings): ServerAddress {
  const read = new ConnectionParameters(clientConfig(settings));
  // The password is hidden from a listing of the properties.
  const { host, port, user, password, ssl, sslnegotiation, ...found } = Found.parse({
    ...read,
    password: read.password,
  });
  const given = PARAMETERS.flatMap((name) => {
    const value = found[name];
    return value === undefined || value === null || value === "" ? [] : [[name, value] as const];
  });
  return {
    at: host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    tls: ssl === false ? null : tlsOptions(host, ssl === true ? {} : ssl),
    direct: sslnegotiation === "direct",
    user,
    password,
    parameters: {
      client_encoding: "UTF8",
      ...Object.fromEntries(given),
      // With a database: pg_hba.conf then treats it as any other connection to that database.
      ...(settings.replicates === true ? { replication: "database" } : {}),
    },
  };
}

/** A name is sent to the server, so that it can choose its certificate; an address must not be (RFC 6066, section 3). */
function tlsOptions(host: string, options: ConnectionOptions): ConnectionOptions {
  return { host, ...(isIP(host) === 0 ? { servername: host } : {}), ...options };
}
