/**
 * Several statements with a single Sync. Outside a transaction block they form one implicit transaction: a reconnect
 * cannot separate preamble and statement, and both take one round trip.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
import { DatabaseError } from "../database.ts";
import { isStalePlan, statementFault } from "../faults.ts";
import type { ReadTime } from "../pool/read-times.ts";
import type { Column, Prepared, PreparedStatements } from "../prepared.ts";
import type { Statement } from "../sql.ts";
import { encode } from "../values.ts";
import { Answer, columnsOf, type TypedResult } from "./answer.ts";
import { type Exchange, SERVER } from "./exchange.ts";
import { ProtocolError } from "./message-reader.ts";
import type { MessageWriter } from "./message-writer.ts";

/** The protocol counts parameters with 16 bits. */
const MOST_PARAMETERS = 65_535;

/** A statement of a batch. */
export interface BatchStatement {
  readonly statement: Statement;
  /** What its plan depends on besides its text; null sends it unnamed. */
  readonly scope: string | null;
}

interface Step {
  readonly statement: Statement;
  readonly prepared: Prepared | null;
  readonly parses: boolean;
  /** Null until described; statements are described again whenever they are parsed. */
  columns: readonly Column[] | null;
  isBound: boolean;
  readonly answer: Answer;
}

export class Batch implements Exchange {
  isMoved = false;
  readonly #statements: readonly BatchStatement[];
  #done: (results: readonly TypedResult[]) => void;
  #failed: (fault: unknown) => void;
  readonly #readTime: ReadTime | null;
  readonly #steps: Step[] = [];
  #prepared: PreparedStatements | null = null;
  /** Steps completed. */
  #at = 0;
  #error: DatabaseError | null = null;

  /** @param readTime records the duration */
  constructor(
    statements: readonly BatchStatement[],
    done: (results: readonly TypedResult[]) => void,
    failed: (fault: unknown) => void,
    readTime: ReadTime | null = null,
  ) {
    this.#statements = statements;
    this.#done = done;
    this.#failed = failed;
    this.#readTime = readTime;
  }

  write(writer: MessageWriter, prepared: PreparedStatements): void {
    this.#prepared = prepared;
    // Adding a statement may evict another, so collect the statements to close afterwards.
    for (const { statement, scope } of this.#statements) this.#steps.push(stepOf(statement, scope, prepared));
    // Close first: it cannot fail, so a failing statement cannot make the server skip it.
    for (const name of prepared.takeClosing()) writer.closeStatement(name);
    for (const step of this.#steps) {
      const name = step.prepared?.name ?? "";
      if (step.parses) {
        writer.parse(name, step.statement.text);
        writer.describeStatement(name);
      }
      writer.bind(name, step.statement.values.map(encode));
      writer.execute();
    }
    writer.sync();
  }

  take(type: number, bytes: Buffer, start: number, end: number): void {
    switch (type) {
      case SERVER.dataRow:
        this.#bound().answer.takeRow(bytes, start, end);
        return;
      case SERVER.bindComplete:
        this.#bind();
        return;
      case SERVER.commandComplete:
        this.#complete(bytes.toString("latin1", start, end - 1));
        return;
      case SERVER.emptyQuery:
        this.#complete("");
        return;
      case SERVER.rowDescription:
        this.#step().columns = columnsOf(bytes, start, end);
        return;
      case SERVER.noData:
        this.#step().columns = [];
        return;
      case SERVER.parseComplete:
      case SERVER.parameterDescription:
      case SERVER.closeComplete:
        return;
      default:
        throw new ProtocolError(`a message of the type ${type}`);
    }
  }

  refuse(error: DatabaseError): void {
    if (this.#error !== null) throw new ProtocolError("a second error");
    this.#error = error;
    if (isStalePlan(error)) this.#prepared?.clear();
    else this.#dropUnproven();
  }

  ready(): void {
    if (this.#error !== null) this.#failed(this.#error);
    else if (this.#at < this.#steps.length) throw new ProtocolError("a statement was not answered");
    else this.#done(this.#steps.map(({ answer }) => answer));
  }

  fail(cause: unknown): void {
    this.#dropUnproven();
    this.#failed(statementFault(cause));
  }

  took(milliseconds: number): void {
    this.#readTime?.note(milliseconds);
  }

  moved(): Batch {
    const other = new Batch(this.#statements, this.#done, this.#failed, this.#readTime);
    other.isMoved = true;
    this.#done = () => {};
    this.#failed = () => {};
    return other;
  }

  /** Forgets statements that have not run; how far a failed one got is unknown. */
  #dropUnproven(): void {
    for (const { prepared, parses } of this.#steps.slice(this.#at)) {
      if (prepared !== null && parses) this.#prepared?.drop(prepared);
    }
  }

  #step(): Step {
    const step = this.#error === null ? this.#steps[this.#at] : undefined;
    if (step === undefined) throw new ProtocolError("more results than statements");
    return step;
  }

  #bind(): void {
    const step = this.#step();
    // An earlier exchange may parse it and still be unanswered when this one is sent.
    const columns = step.columns ?? (step.parses ? null : (step.prepared?.columns ?? null));
    if (columns === null) throw new ProtocolError("columns were not described");
    step.answer.types = columns;
    step.isBound = true;
  }

  #bound(): Step {
    const step = this.#step();
    if (!step.isBound) throw new ProtocolError("a statement was not bound");
    return step;
  }

  #complete(tag: string): void {
    const step = this.#bound();
    step.answer.takeTag(tag);
    if (step.prepared !== null) step.prepared.columns = step.answer.types;
    this.#at++;
  }
}

/** @throws DatabaseError if the protocol cannot carry the statement */
function stepOf(statement: Statement, scope: string | null, prepared: PreparedStatements): Step {
  const { text, values } = statement;
  if (values.length > MOST_PARAMETERS) {
    throw new DatabaseError({
      sqlstate: "54000",
      message: `a statement can have at most ${MOST_PARAMETERS} parameters; this one has ${values.length}`,
    });
  }
  const known = scope === null ? null : prepared.find(scope, text);
  if (known === null && text.includes("\0"))
    throw new DatabaseError({ sqlstate: "22021", message: "SQL contains a NUL" });
  return {
    statement,
    prepared: known ?? (scope === null ? null : prepared.add(scope, text)),
    parses: known === null,
    columns: null,
    isBound: false,
    answer: new Answer(),
  };
}
