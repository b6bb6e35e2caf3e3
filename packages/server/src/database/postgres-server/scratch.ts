/** A temporary server on a copy of a cluster: on a free port, with its own password. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ConnectionSettings } from "@wakelog/data-api/db/connection-settings.ts";
import { ident, literal, sql } from "@wakelog/data-api/db/sql.ts";
import type { Binaries } from "./binaries.ts";
import { childEnvironment } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { serverArguments, startPostmaster } from "./postmaster.ts";
import { MAX_LOG_BYTES } from "./server-log.ts";
import { give, type Identity, runningAs } from "./unprivileged.ts";

export interface ScratchOptions {
  /** A folder for the server's log and configuration that `identity` can reach. */
  readonly home: string;
  /** The copy, which will be modified. */
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly identity: Identity | null;
  readonly superuser: string;
  readonly database: string;
  readonly preload: string;
}

export interface ScratchServer {
  /** How the superuser connects. */
  readonly connection: ConnectionSettings;
  stop(): Promise<void>;
}

/**
 * Starts the server. Ignores the cluster's own configuration, which may archive, listen or run programs.
 * @throws Error with the end of the server's log
 */
export async function startScratch(options: ScratchOptions): Promise<ScratchServer> {
  const { home, cluster, binaries, identity, superuser, database, preload } = options;
  const configuration = join(home, "postgresql.conf");
  const admission = join(home, "pg_hba.conf");
  for (const [path, text] of [
    [configuration, ""],
    [admission, "host all all 127.0.0.1/32 scram-sha-256\n"],
  ] as const) {
    writeFileSync(path, text, { mode: 0o600 });
    give(path, identity);
  }
  const settings = {
    config_file: configuration,
    hba_file: admission,
    ident_file: admission,
    data_directory: cluster,
    shared_preload_libraries: preload,
    archive_mode: "off",
    autovacuum: "off",
  };
  const port = await freePort();
  const shared = { cluster, port, binaries, identity, durable: false, settings };
  const password = randomBytes(24).toString("base64url");
  await alone(shared, sql`alter role ${ident(superuser)} superuser login password ${literal(password)}`.text);
  const postmaster = await startPostmaster({
    ...shared,
    logFile: join(home, "postgres.log"),
    maxLogBytes: MAX_LOG_BYTES,
  });
  return {
    connection: { host: "127.0.0.1", port, user: superuser, password, database },
    stop: () => postmaster.stop(),
  };
}

/** Runs a statement in single-user mode; the first run of a copy makes it consistent. */
async function alone(
  options: Parameters<typeof serverArguments>[0] & Pick<ScratchOptions, "identity">,
  statement: string,
): Promise<void> {
  const { binaries, identity } = options;
  const child = spawn(binaries.postgres, ["--single", ...serverArguments(options), "postgres"], {
    ...runningAs(identity),
    cwd: "/",
    env: childEnvironment(),
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (piece) => {
    said += String(piece);
  });
  child.stdin.on("error", () => {});
  child.stdin.end(`${statement}\n`);
  const [code]: unknown[] = await once(child, "close");
  if (code !== 0) {
    throw new Error(
      `PostgreSQL does not start on the copy:\n${said.trim().split("\n").slice(-8).join("\n")}`,
    );
  }
}
