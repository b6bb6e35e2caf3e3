/**
 * Several statements in one network flush with a single Sync. Outside a transaction block they form one
 * implicit transaction: preamble and statement cannot be separated by a reconnect, and cost one round trip.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
import type { Result, TextRow } from "./database.ts";
import { DatabaseError } from "./database.ts";
import type { Column, Prepared, PreparedStatements } from "./prepared.ts";
import type { Sql } from "./sql.ts";
import { encode } from "./values.ts";

/** The protocol counts parameters with 16 bits. */
const MOST_PARAMETERS = 65_535;

/** The part of the driver's connection that a batch uses. */
export interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string; types: string[] }, more: boolean): void;
  bind(message: { statement: string; values: (string | Buffer | null)[] }, more: boolean): void;
  describe(message: { type: string; name: string }, more: boolean): void;
  close(message: { type: string; name: string }, more: boolean): void;
  execute(message: null, more: boolean): void;
  sync(): void;
}

/** A statement of a batch. */
export interface BatchStatement {
  readonly statement: Sql;
  /** What its plan depends on besides its text, and so where it is prepared; sent unnamed if null. */
  readonly scope: string | null;
}

/** A result with its columns' types and its command tag, e.g. `INSERT 0 5`. */
export interface TypedResult extends Result {
  readonly types: readonly Column[];
  readonly tag: string;
}

interface Step {
  readonly values: (string | Buffer | null)[];
  readonly text: string;
  prepared: Prepared | null;
  parses: boolean;
  columns: readonly Column[] | null;
  readonly rows: TextRow[];
  tag: string;
}

/** The driver calls `submit` when the connection is free, and then a `handle…` for each message. */
export class Batch {
  readonly #statements: readonly BatchStatement[];
  readonly #cache: PreparedStatements;
  readonly #done: (results: readonly TypedResult[]) => void;
  readonly #failed: (cause: unknown) => void;
  readonly #steps: Step[] = [];
  /** Steps completed. */
  #at = 0;

  constructor(
    statements: readonly BatchStatement[],
    cache: PreparedStatements,
    done: (results: readonly TypedResult[]) => void,
    failed: (cause: unknown) => void,
  ) {
    this.#statements = statements;
    this.#cache = cache;
    this.#done = done;
    this.#failed = failed;
  }

  /** Writes everything. The driver passes an error that it returns to {@link handleError}. */
  submit(connection: Wire): Error | null {
    try {
      for (const { statement, scope } of this.#statements) this.#steps.push(this.#step(statement, scope));
    } catch (cause) {
      return cause instanceof Error ? cause : new Error(String(cause));
    }
    connection.stream.cork();
    // Closing comes first: it cannot fail, so no failing statement makes the server skip it.
    for (const name of this.#cache.takeClosing()) connection.close({ type: "S", name }, true);
    for (const step of this.#steps) {
      const name = step.prepared?.name ?? "";
      if (step.parses) {
        connection.parse({ name, text: step.text, types: [] }, true);
        connection.describe({ type: "S", name }, true);
      }
      connection.bind({ statement: name, values: step.values }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  #step(statement: Sql, scope: string | null): Step {
    const { text } = statement;
    if (statement.values.length > MOST_PARAMETERS) {
      throw new DatabaseError({
        sqlstate: "54000",
        message: `a statement can have at most ${MOST_PARAMETERS} parameters; this one has ${statement.values.length}`,
      });
    }
    const known = scope === null ? null : this.#cache.find(scope, text);
    if (known === null && text.includes("\0")) {
      throw new DatabaseError({ sqlstate: "22021", message: "SQL contains a NUL" });
    }
    return {
      text,
      values: statement.values.map(encode),
      prepared: known ?? (scope === null ? null : this.#cache.add(scope, text)),
      parses: known === null,
      columns: known?.columns ?? null,
      rows: [],
      tag: "",
    };
  }

  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const step = this.#steps[this.#at];
    if (step === undefined) return;
    step.columns = message.fields.map((field) => ({ name: field.name, oid: field.dataTypeID }));
  }

  handleDataRow(message: { fields: TextRow }): void {
    this.#steps[this.#at]?.rows.push(message.fields);
  }

  handleCommandComplete(message: { text: string }): void {
    const step = this.#steps[this.#at++];
    if (step === undefined) return;
    step.tag = message.text;
    step.columns ??= [];
    if (step.prepared !== null) step.prepared.columns = step.columns;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(text: string): void }): void {
    connection.sendCopyFail("COPY is not supported here");
  }

  handleCopyData(): void {}

  handleError(cause: unknown): void {
    // A statement counts as prepared only once it has run; how far the failed one got is unknown.
    for (const step of this.#steps.slice(this.#at)) {
      if (step.prepared !== null && step.parses) this.#cache.drop(step.prepared);
    }
    this.#failed(cause);
  }

  handleReadyForQuery(): void {
    this.#done(
      this.#steps.map((step) => ({
        columns: (step.columns ?? []).map((column) => column.name),
        types: step.columns ?? [],
        rows: step.rows,
        tag: step.tag,
        // "INSERT 0 5", "SELECT 5", "CREATE TABLE": the count is the last word, if any.
        affected: Number(/(\d+)$/.exec(step.tag)?.[1] ?? 0),
      })),
    );
  }
}
