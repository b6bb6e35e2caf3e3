/**
 * Several SQL statements as one text; results are ignored.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SIMPLE-QUERY
 */
import { DatabaseError } from "../database.ts";
import { statementFault } from "../faults.ts";
import { type Exchange, SERVER } from "./exchange.ts";
import { ProtocolError } from "./message-reader.ts";
import type { MessageWriter } from "./message-writer.ts";

const EXPECTED: ReadonlySet<number> = new Set([
  SERVER.commandComplete,
  SERVER.emptyQuery,
  SERVER.rowDescription,
  SERVER.dataRow,
]);

export class Script implements Exchange {
  readonly #text: string;
  readonly #done: () => void;
  readonly #failed: (fault: unknown) => void;
  #error: DatabaseError | null = null;

  constructor(text: string, done: () => void, failed: (fault: unknown) => void) {
    this.#text = text;
    this.#done = done;
    this.#failed = failed;
  }

  write(writer: MessageWriter): void {
    if (this.#text.includes("\0"))
      throw new DatabaseError({ sqlstate: "22021", message: "SQL contains a NUL" });
    writer.query(this.#text);
  }

  take(type: number): void {
    if (!EXPECTED.has(type)) throw new ProtocolError(`a message of the type ${type}`);
  }

  refuse(error: DatabaseError): void {
    this.#error = error;
  }

  ready(): void {
    if (this.#error === null) this.#done();
    else this.#failed(this.#error);
  }

  fail(cause: unknown): void {
    this.#failed(statementFault(cause));
  }
}
