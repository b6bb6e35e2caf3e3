/** One open transaction on one connection. */
import {
  ConnectionError,
  DatabaseError,
  type Result,
  type Row,
  type TransactionOptions,
  type Tx,
} from "./database.ts";
import { ident, raw, type Statement, sql } from "./sql.ts";
import { decode } from "./values.ts";
import type { TypedResult } from "./wire/answer.ts";
import type { BatchStatement } from "./wire/batch.ts";

/** A transaction that can also run a script of several statements, for migrations. */
export interface ScriptTx extends Tx {
  script(text: string): Promise<void>;
}

const ISOLATION = {
  "read committed": " isolation level read committed",
  "repeatable read": " isolation level repeatable read",
  serializable: " isolation level serializable",
} as const;

const COMMIT = raw("commit");
const ROLLBACK = raw("rollback");

/** One transaction. BEGIN and the role are sent with the first statement; without one, nothing is sent. */
export class OpenTransaction implements ScriptTx {
  /** Why the connection must not return to the pool. */
  broken: ConnectionError | null = null;
  readonly #send: (statements: readonly BatchStatement[]) => Promise<readonly TypedResult[]>;
  readonly #recurs: (scope: string, text: string) => boolean;
  readonly #script: (text: string) => Promise<void>;
  readonly #role: string;
  /** Sent before the next statement: BEGIN and the role, then queued statements. */
  #waiting: Statement[];
  /** How many of them are BEGIN and the role. */
  readonly #opening: number;
  #begun = false;
  #last: Promise<unknown> = Promise.resolve();
  #failure: DatabaseError | null = null;
  /** Whether it refuses statements: one that arrives while it ends would run after it, outside a transaction. */
  #ending = false;
  #ended = false;

  /** @param brought settings to apply at the start, before the role is set */
  constructor(
    options: TransactionOptions,
    brought: readonly Statement[],
    send: (statements: readonly BatchStatement[]) => Promise<readonly TypedResult[]>,
    recurs: (scope: string, text: string) => boolean,
    script: (text: string) => Promise<void>,
  ) {
    this.#send = send;
    this.#recurs = recurs;
    this.#script = script;
    this.#role = options.role ?? "";
    const isolation = options.isolation === undefined ? "" : ISOLATION[options.isolation];
    this.#waiting = [raw(`begin${isolation}${options.readOnly === true ? " read only" : ""}`), ...brought];
    if (options.role !== undefined) this.#waiting.push(sql`set local role ${ident(options.role)}`);
    this.#opening = this.#waiting.length;
  }

  async run(statement: Statement): Promise<Result> {
    return await this.#one(statement);
  }

  async query(statement: Statement): Promise<readonly Row[]> {
    const { types, rows } = await this.#one(statement);
    return rows.map((row) =>
      Object.fromEntries(types.map(({ name, oid }, i) => [name, decode(row[i] ?? null, oid)])),
    );
  }

  async together(statements: readonly Statement[], ending?: "commit"): Promise<readonly Result[]> {
    if (ending === undefined) return await this.#flush(statements);
    const results = await this.#flush([...statements, COMMIT], "last");
    this.#end(results);
    return results.slice(0, -1);
  }

  later(statement: Statement): void {
    this.#refuseIfEnding();
    this.#waiting.push(statement);
  }

  async script(text: string): Promise<void> {
    this.#refuseIfEnding();
    const batch = this.#batch([]);
    await this.#inTurn(async () => {
      await this.#send(batch);
      await this.#script(text);
    });
  }

  async #one(statement: Statement): Promise<TypedResult> {
    const [result] = await this.#flush([statement]);
    if (result === undefined) throw new Error("a batch returned no result");
    return result;
  }

  /**
   * @param place `last`: refuse statements after these; `end`: these end a transaction that already refuses statements
   * @returns the results of these statements, without the queued ones
   */
  async #flush(
    statements: readonly Statement[],
    place: "last" | "end" | null = null,
  ): Promise<readonly TypedResult[]> {
    if (place !== "end") this.#refuseIfEnding();
    if (place === "last") this.#ending = true;
    const batch = this.#batch(statements);
    const results = await this.#inTurn(() => this.#send(batch));
    return results.slice(batch.length - statements.length);
  }

  #refuseIfEnding(): void {
    if (this.#ending) throw new Error("the transaction has ended");
  }

  async commit(): Promise<void> {
    this.#ending = true;
    await this.#last.catch(() => {});
    // Nothing was sent, and only BEGIN and the role are queued.
    const isEmpty = !this.#begun && this.#waiting.length === this.#opening;
    if (!this.#ended && !isEmpty) this.#end(await this.#flush([COMMIT], "end"));
    this.#ended = true;
  }

  /** PostgreSQL answers COMMIT with ROLLBACK if a statement failed and the failure was swallowed. */
  #end(results: readonly TypedResult[]): void {
    this.#ended = true;
    if (results.at(-1)?.tag === "ROLLBACK") {
      throw this.#failure ?? new DatabaseError({ sqlstate: "25P02", message: "the transaction had failed" });
    }
  }

  /** Never throws: a connection that cannot roll back is discarded. */
  async rollback(): Promise<void> {
    this.#ending = true;
    await this.#last.catch(() => {});
    if (!this.#ended && this.#begun && this.broken === null) {
      this.#waiting = [];
      await this.#flush([ROLLBACK], "end").catch((cause: unknown) => {
        this.broken ??= new ConnectionError("a rollback failed", cause);
      });
    }
    this.#ended = true;
  }

  /** The queued statements plus these, as one batch. */
  #batch(statements: readonly Statement[]): BatchStatement[] {
    const all = [...this.#waiting, ...statements];
    this.#waiting = [];
    this.#begun = true;
    // Plans depend on the role under row security; a scope per role avoids replanning for each request.
    return all.map((statement) => ({
      statement,
      scope: this.#recurs(this.#role, statement.text) ? this.#role : null,
    }));
  }

  /** Serializes calls, even if the caller awaits several at once. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      if (this.#ended) throw new Error("the transaction has ended");
      try {
        return await work();
      } catch (cause) {
        if (cause instanceof DatabaseError) this.#failure ??= cause;
        if (cause instanceof ConnectionError) this.broken ??= cause;
        throw cause;
      }
    });
    this.#last = turn.catch(() => {});
    return turn;
  }
}
