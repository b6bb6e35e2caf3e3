/** One open transaction on one connection. */
import type { BatchStatement, TypedResult } from "./batch.ts";
import {
  ConnectionError,
  DatabaseError,
  type Result,
  type Row,
  type TransactionOptions,
  type Tx,
} from "./database.ts";
import { ident, raw, type Sql, sql } from "./sql.ts";
import { decode } from "./values.ts";

/** A transaction that can also run a script of several statements, for migrations. */
export interface ScriptTx extends Tx {
  script(text: string): Promise<void>;
}

const ISOLATION = {
  "read committed": " isolation level read committed",
  "repeatable read": " isolation level repeatable read",
  serializable: " isolation level serializable",
} as const;

/** One transaction. BEGIN and the role are sent with the first statement; if there is none, nothing is sent at all. */
export class OpenTransaction implements ScriptTx {
  /** Why the connection must not go back to the pool. */
  broken: ConnectionError | null = null;
  readonly #send: (statements: readonly BatchStatement[]) => Promise<readonly TypedResult[]>;
  readonly #recurs: (scope: string, text: string) => boolean;
  readonly #script: (text: string) => Promise<void>;
  readonly #role: string;
  #opening: Sql[];
  #last: Promise<unknown> = Promise.resolve();
  #failure: DatabaseError | null = null;
  #ended = false;

  constructor(
    options: TransactionOptions,
    send: (statements: readonly BatchStatement[]) => Promise<readonly TypedResult[]>,
    recurs: (scope: string, text: string) => boolean,
    script: (text: string) => Promise<void>,
  ) {
    this.#send = send;
    this.#recurs = recurs;
    this.#script = script;
    this.#role = options.role ?? "";
    const isolation = options.isolation === undefined ? "" : ISOLATION[options.isolation];
    this.#opening = [raw(`begin${isolation}${options.readOnly === true ? " read only" : ""}`)];
    if (options.role !== undefined) this.#opening.push(sql`set local role ${ident(options.role)}`);
  }

  async run(statement: Sql): Promise<Result> {
    return await this.#one(statement);
  }

  async query(statement: Sql): Promise<readonly Row[]> {
    const { types, rows } = await this.#one(statement);
    return rows.map((row) =>
      Object.fromEntries(types.map(({ name, oid }, i) => [name, decode(row[i] ?? null, oid)])),
    );
  }

  async script(text: string): Promise<void> {
    await this.#inTurn(async () => {
      await this.#send(this.#takeOpening());
      await this.#script(text);
    });
  }

  async #one(statement: Sql): Promise<TypedResult> {
    return await this.#inTurn(async () => {
      // Plans depend on the role if row security applies; a scope per role avoids planning again for each request.
      const batch = this.#takeOpening();
      batch.push({ statement, scope: this.#recurs(this.#role, statement.text) ? this.#role : null });
      const result = (await this.#send(batch)).at(-1);
      if (result === undefined) throw new Error("a batch returned no result");
      return result;
    });
  }

  async commit(): Promise<void> {
    await this.#last.catch(() => {});
    if (this.#ended || this.#opening.length > 0) {
      this.#ended = true;
      return;
    }
    const results = await this.#inTurn(() => this.#send([{ statement: raw("commit"), scope: null }]));
    this.#ended = true;
    // PostgreSQL answers ROLLBACK to COMMIT if a statement failed and the failure was swallowed.
    if (results.at(-1)?.tag === "ROLLBACK") {
      throw this.#failure ?? new DatabaseError({ sqlstate: "25P02", message: "the transaction had failed" });
    }
  }

  /** Never throws: a connection that cannot roll back is discarded. */
  async rollback(): Promise<void> {
    await this.#last.catch(() => {});
    const begun = this.#opening.length === 0;
    if (!this.#ended && begun && this.broken === null) {
      await this.#inTurn(() => this.#send([{ statement: raw("rollback"), scope: null }])).catch(
        (cause: unknown) => {
          this.broken ??= new ConnectionError("a rollback failed", cause);
        },
      );
    }
    this.#ended = true;
  }

  #takeOpening(): BatchStatement[] {
    const opening = this.#opening.map((statement) => ({ statement, scope: null }));
    this.#opening = [];
    return opening;
  }

  /** Runs one statement at a time, in the order of the calls, even if the caller awaits several at once. */
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
