/**
 * A copy of all files of a server while it runs, and of the log that makes them consistent: one tar archive.
 * @see https://www.postgresql.org/docs/current/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP
 */
import type { DatabaseError } from "../database.ts";
import { type Exchange, SERVER } from "./exchange.ts";
import { ProtocolError } from "./message-reader.ts";
import type { MessageWriter } from "./message-writer.ts";

/** Page checksums are verified while pages are read, where the server keeps them. */
const COMMAND =
  "BASE_BACKUP (LABEL 'wakelog', CHECKPOINT 'fast', WAL true, WAIT true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

const EXPECTED: ReadonlySet<number> = new Set([
  SERVER.commandComplete,
  SERVER.rowDescription,
  SERVER.dataRow,
  SERVER.copyOut,
  SERVER.copyDone,
]);

/** The kinds of CopyData, by their first letters. */
const PIECE = { archive: 0x6e, manifest: 0x6d, content: 0x64, progress: 0x70 } as const;

/** Who takes the copy. Bytes are good until the call returns. */
export interface BackupReceiver {
  /** More of the tar archive. */
  archive(bytes: Buffer): void;
  /** More of the server's own list of files, in JSON. */
  manifest(bytes: Buffer): void;
  done(): void;
  failed(cause: unknown): void;
}

export class BaseBackup implements Exchange {
  readonly #receiver: BackupReceiver;
  #archives = 0;
  #isManifest = false;
  #error: DatabaseError | null = null;

  constructor(receiver: BackupReceiver) {
    this.#receiver = receiver;
  }

  write(writer: MessageWriter): void {
    writer.query(COMMAND);
  }

  take(type: number, bytes: Buffer, start: number, end: number): void {
    if (type === SERVER.copyData) this.#piece(bytes[start], bytes.subarray(start + 1, end));
    else if (!EXPECTED.has(type)) throw new ProtocolError(`a message of the type ${type} in a backup`);
  }

  refuse(error: DatabaseError): void {
    this.#error = error;
  }

  ready(): void {
    if (this.#error !== null) this.#receiver.failed(this.#error);
    else this.#receiver.done();
  }

  fail(cause: unknown): void {
    this.#receiver.failed(cause);
  }

  #piece(kind: number | undefined, content: Buffer): void {
    switch (kind) {
      case PIECE.archive:
        this.#archives++;
        // Each tablespace is an archive of its own.
        if (this.#archives > 1) throw new ProtocolError("a backup of several archives");
        return;
      case PIECE.manifest:
        this.#isManifest = true;
        return;
      case PIECE.content:
        if (this.#isManifest) this.#receiver.manifest(content);
        else this.#receiver.archive(content);
        return;
      case PIECE.progress:
        return;
      default:
        throw new ProtocolError(`a piece of the kind ${kind} in a backup`);
    }
  }
}
