/** Something that is sent on a connection, and that the server answers up to a ReadyForQuery. */
import type { DatabaseError } from "../database.ts";
import type { PreparedStatements } from "../prepared.ts";
import type { MessageWriter } from "./message-writer.ts";

export interface Exchange {
  /**
   * Writes its messages.
   * @throws DatabaseError if it cannot be sent; whatever it wrote by then is forgotten
   */
  write(writer: MessageWriter, prepared: PreparedStatements): void;
  /**
   * Takes a message of the answer. The bytes are good until it returns.
   * @throws ProtocolError if the answer cannot be this message
   */
  take(type: number, bytes: Buffer, start: number, end: number): void;
  /** Takes an error after which the connection is still good. */
  refuse(error: DatabaseError): void;
  /**
   * The answer is complete.
   * @throws ProtocolError if it cannot be
   */
  ready(): void;
  /** There is no answer to be had: the connection broke, or this could not be sent. */
  fail(cause: unknown): void;
  /** It was answered so many milliseconds after the server could begin with it. */
  took?(milliseconds: number): void;
  /** The same to be sent again on another connection; the answer to this one then no longer counts. */
  moved?(): Exchange;
  /** Whether it is one that was sent before. */
  readonly isMoved?: boolean;
}

/** The types of the messages that the server sends, by their letters. */
export const SERVER = {
  authentication: 0x52,
  backendKey: 0x4b,
  bindComplete: 0x32,
  closeComplete: 0x33,
  commandComplete: 0x43,
  copyData: 0x64,
  copyDone: 0x63,
  copyOut: 0x48,
  dataRow: 0x44,
  emptyQuery: 0x49,
  error: 0x45,
  noData: 0x6e,
  notice: 0x4e,
  notification: 0x41,
  parameterDescription: 0x74,
  parameterStatus: 0x53,
  parseComplete: 0x31,
  ready: 0x5a,
  rowDescription: 0x54,
} as const;
