/**
 * Copies all files of a running server, plus the WAL that makes them consistent, as one tar archive.
 * @see https://www.postgresql.org/docs/current/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP
 */
import type { DatabaseError } from "../database.ts";
import { type Exchange, SERVER } from "./exchange.ts";
import { ProtocolError } from "./message-reader.ts";
import type { MessageWriter } from "./message-writer.ts";

/** If the server keeps page checksums, they are verified while reading. */
const COMMAND =
  "BASE_BACKUP (LABEL 'wakelog', CHECKPOINT 'fast', WAL true, WAIT true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

const EXPECTED: ReadonlySet<number> = new Set([
  SERVER.commandComplete,
  SERVER.rowDescription,
  SERVER.dataRow,
  SERVER.copyOut,
  SERVER.copyDone,
]);

/** Kinds of CopyData, by first letter. */
const PIECE = { archive: 0x6e, manifest: 0x6d, content: 0x64, progress: 0x70 } as const;

/** Consumes the copy. Bytes are valid until the call returns. */
export interface BackupReceiver {
  /** The next part of the tar archive. */
  archive(bytes: Buffer): void;
  /** The next part of the server's list of files, in JSON. */
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
        // Each tablespace has its own archive.
        if (this.#archives > 1) throw new ProtocolError("a backup with several archives");
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
