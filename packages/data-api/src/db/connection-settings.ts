/** Where a database is and how to sign in. */
import { type Statement, sql } from "./sql.ts";

/** A server and a login: as a URL, as parts, or as a URL with some parts replaced. */
export interface ConnectionSettings {
  /** `postgresql://user:password@host:port/database?sslmode=…` */
  readonly url?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Server settings of the session, e.g. `{ statement_timeout: "30s" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether to use the replication protocol, which also accepts SQL. */
  readonly replicates?: boolean;
  /** Keeps the time zone and formats set by the server, the database or the login role. */
  readonly keepDefaults?: boolean;
}

/**
 * Times are in UTC and ISO form whatever the server's configuration, because text results are passed on unchanged. JIT
 * costs more than it saves on small queries. Parameters are never logged: they may be passwords.
 */
const SESSION = {
  TimeZone: "UTC",
  DateStyle: "ISO",
  IntervalStyle: "postgres",
  jit: "off",
  log_parameter_max_length_on_error: "0",
} as const;

function sessionOf(
  settings: ConnectionSettings["settings"],
  keepDefaults: boolean | undefined,
): Readonly<Record<string, string>> {
  return { ...(keepDefaults === true ? {} : SESSION), ...settings };
}

/** The session's settings as the first statement of a transaction, valid until it ends. */
export function settingsStatement({ settings, keepDefaults }: ConnectionSettings): Statement {
  const given = Object.entries(sessionOf(settings, keepDefaults));
  return sql`select set_config(s.name, s.value, true) from unnest(${given.map(([name]) => name)}::text[], ${given.map(([, value]) => value)}::text[]) as s (name, value)`;
}

/** The session's settings as `options` of the startup message, valid for the whole session. */
export function startupOptions({ settings, keepDefaults }: ConnectionSettings): string {
  return Object.entries(sessionOf(settings, keepDefaults))
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, "\\$&")}`)
    .join(" ");
}

/** Replaces the login or the database in a connection URL. */
export function connectionUrl(
  url: string,
  parts: { readonly user?: string; readonly password?: string; readonly database?: string },
): string {
  const changed = new URL(url);
  // As query parameters: a URL without a host (a Unix socket) cannot have them before an "@".
  if (parts.user !== undefined) {
    changed.username = "";
    changed.password = "";
    changed.searchParams.set("user", parts.user);
  }
  if (parts.password !== undefined) changed.searchParams.set("password", parts.password);
  if (parts.database !== undefined) changed.pathname = `/${encodeURIComponent(parts.database)}`;
  return changed.href;
}
