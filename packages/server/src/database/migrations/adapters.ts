/** Adapters of the spatial and the time-series port. Chosen once per database, then stored. */
import { DatabaseError, type Tx } from "@wakelog/data-api/db/database.ts";
import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import { PORTS, type Port, type SpatialAdapter, type TimeseriesAdapter } from "./sql-files.ts";

export interface Adapters {
  readonly spatial: SpatialAdapter;
  readonly timeseries: TimeseriesAdapter;
}

/** The requested adapters; missing ones are chosen from what the server offers. */
export type RequestedAdapters = Partial<Adapters>;

/** A database cannot change its adapter: its columns have that adapter's types. */
export class AdapterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "AdapterError";
  }
}

/**
 * The adapters of this database. The first migration takes the requested ones, or the best whose extension can be
 * created, and stores the choice in `app.ports`.
 * @throws AdapterError if the database has another one than requested, or cannot have the requested one
 */
export async function adaptersOf(tx: Tx, requested: RequestedAdapters): Promise<Adapters> {
  return {
    spatial: await adapterOf(tx, "spatial", PORTS.spatial, requested.spatial),
    timeseries: await adapterOf(tx, "timeseries", PORTS.timeseries, requested.timeseries),
  };
}

async function adapterOf<A extends string>(
  tx: Tx,
  port: Port,
  adapters: readonly A[],
  requested: A | undefined,
): Promise<A> {
  const stored = (await tx.run(sql`select adapter from app.ports where port = ${port}`)).rows[0]?.[0];
  if (stored != null) {
    const known = adapters.find((adapter) => adapter === stored);
    if (known === undefined) throw new AdapterError(`this installation has no ${port} adapter "${stored}"`);
    if (requested !== undefined && requested !== known) {
      throw new AdapterError(
        `this database uses the ${port} adapter "${known}" and cannot change to "${requested}"`,
      );
    }
    return known;
  }
  for (const adapter of requested === undefined ? adapters : [requested]) {
    if (adapter !== "plain" && !(await canHave(tx, adapter))) continue;
    await tx.run(sql`insert into app.ports (port, adapter) values (${port}, ${adapter})`);
    return adapter;
  }
  throw new AdapterError(`the server does not offer the extension "${requested}"`);
}

/** Creates the extension, in `app` if it is new; false if the server or our rights do not allow it. */
async function canHave(tx: Tx, extension: string): Promise<boolean> {
  const offered = await tx.run(sql`select 1 from pg_available_extensions where name = ${extension}`);
  if (offered.rows.length === 0) return false;
  await tx.run(sql`savepoint extension`);
  try {
    await tx.run(sql`create extension if not exists ${ident(extension)} with schema app`);
    await tx.run(sql`release savepoint extension`);
    return true;
  } catch (cause) {
    if (!(cause instanceof DatabaseError)) throw cause;
    await tx.run(sql`rollback to savepoint extension`);
    return false;
  }
}

/** `app`, which holds the ports and our extensions, and the schemas of earlier extensions. */
export async function searchPath(tx: Tx): Promise<string> {
  const { rows } = await tx.run(sql`
    select distinct quote_ident(nspname) from pg_extension join pg_namespace n on n.oid = extnamespace
    where nspname not in ('pg_catalog', 'app', 'public')
      and extname in ('postgis', 'timescaledb')`);
  return ["app", ...rows.flat(), "public"].join(", ");
}
