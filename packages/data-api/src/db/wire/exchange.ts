/** Messages sent on a connection, answered by the server up to a ReadyForQuery. */
import type { DatabaseError } from "../database.ts";
import type { PreparedStatements } from "../prepared.ts";
import type { MessageWriter } from "./message-writer.ts";

export interface Exchange {
  /**
   * Writes its messages.
   * @throws DatabaseError if it cannot be sent; what it wrote is discarded
   */
  write(writer: MessageWriter, prepared: PreparedStatements): void;
  /**
   * Handles a response message. The bytes are valid until it returns.
   * @throws ProtocolError if the message is not allowed here
   */
  take(type: number, bytes: Buffer, start: number, end: number): void;
  /** Handles an error that leaves the connection usable. */
  refuse(error: DatabaseError): void;
  /**
   * The response is complete.
   * @throws ProtocolError if it cannot be
   */
  ready(): void;
  /** It could not be sent, or the connection broke. */
  fail(cause: unknown): void;
  /** Reports the milliseconds from when the server could begin to its answer. */
  took?(milliseconds: number): void;
  /** A copy to send on another connection; the response to this one is then ignored. */
  moved?(): Exchange;
  /** Whether it is such a copy. */
  readonly isMoved?: boolean;
}

/** Types of server messages, by letter. */
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
