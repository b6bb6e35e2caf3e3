/** Copies a whole server over the replication protocol. */
import { randomUUID } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import type { ConnectionSettings } from "./connection-settings.ts";
import { acquireFault } from "./faults.ts";
import { ident, sql } from "./sql.ts";
import { BaseBackup } from "./wire/base-backup.ts";
import { Connection } from "./wire/connection.ts";
import { Script } from "./wire/script.ts";
import { serverAddress } from "./wire/server-address.ts";

const OPEN_MS = 10_000;
/** Read-ahead limit if the consumer is slower than the server. */
const AHEAD_BYTES = 1_048_576;

/** A copy in progress. */
export interface ServerCopy {
  /** A tar archive of the data directory, including the WAL it needs; fails if the copy does. */
  readonly archive: Readable;
  /** The server's list of files and checksums; complete once the archive has ended. */
  manifest(): Buffer;
  /** Aborts the copy and closes the connection. */
  close(): void;
}

/**
 * Starts a copy. The server keeps the required WAL until the copy is closed.
 * @param settings a login with replication rights
 * @throws DatabaseError if the server refuses
 */
export async function copyServer(settings: ConnectionSettings): Promise<ServerCopy> {
  const archive = new PassThrough({ highWaterMark: AHEAD_BYTES });
  const manifest: Buffer[] = [];
  const connection = new Connection(serverAddress({ ...settings, replicates: true }), {
    answered: () => {},
    ended: () => {},
  });
  try {
    await connection.open(OPEN_MS);
    // A temporary slot ends with the connection.
    const { text } = sql`CREATE_REPLICATION_SLOT ${ident(`wakelog_${randomUUID().replaceAll("-", "")}`)}
      TEMPORARY PHYSICAL RESERVE_WAL`;
    await new Promise<void>((done, failed) => connection.send(new Script(text, done, failed)));
  } catch (cause) {
    connection.end();
    throw acquireFault(cause);
  }
  archive.on("drain", () => connection.resume());
  connection.send(
    new BaseBackup({
      archive(bytes) {
        if (!archive.write(Buffer.from(bytes))) connection.pause();
      },
      manifest: (bytes) => void manifest.push(Buffer.from(bytes)),
      done: () => void archive.end(),
      failed: (cause) => void archive.destroy(cause instanceof Error ? cause : new Error(String(cause))),
    }),
  );
  return { archive, manifest: () => Buffer.concat(manifest), close: () => connection.end() };
}
