/**
 * Runs a plan in one transaction, as the caller. Unless a decision between statements is needed, they go in one flush
 * and form one implicit transaction. Handlers in TypeScript, rollbacks by preference, and results that may be refused
 * need an explicit one.
 */

import { within } from "@wakelog/kit/time/within.ts";
import type { PipelinedStatement, Turn, Tx } from "../../db/database.ts";
import type { Readable } from "../../db/replica.ts";
import { raw, type Sql, type Statement } from "../../db/sql.ts";
import type { Caller, HandlerContext, Handlers, InsertContext } from "../handlers.ts";
import { knownRelation } from "../plan/plan-node.ts";
import type { StatementPlan } from "../plan/plan-types.ts";
import { preamble, preRequestQuery } from "../query/preamble.ts";
import { type Statements, statementsOf } from "../query/query.ts";
import type { ApiRequest } from "../request/api-request.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { type Bracket, bracketed, Failed } from "./bracket.ts";
import type { ExecuteSettings } from "./execute-settings.ts";
import { type Executed, executedOf } from "./executed.ts";
import { callContext, callHandler, prepareCall } from "./handled-call.ts";
import { insertByHandler } from "./handled-insert.ts";
import type { Joined } from "./joined.ts";
import type { KeepText, LongText } from "./long-text.ts";
import { checkOutcome, mayBeRefused } from "./outcome.ts";
import { type ReplicaReads, runOnServer } from "./read-place.ts";
import { sharedInsert } from "./shared-insert.ts";
import {
  isolation,
  isReadOnly,
  isRolledBack,
  transactionOptions,
  transactionSettings,
  turnOf,
} from "./transaction-settings.ts";
import { roleFault } from "./unknown-role.ts";
import { writeFault } from "./write-right.ts";

/** The context in which a plan runs. */
export interface ExecuteContext {
  readonly database: Readable;
  /** A replica for reads; null for none. */
  readonly reads: ReplicaReads | null;
  /** Whether a read must see everything committed. */
  readonly isCurrent: boolean;
  readonly cache: SchemaCache;
  readonly settings: ExecuteSettings;
  /** The handlers of the request's schema. */
  readonly handlers: Handlers;
  readonly request: ApiRequest;
  /** The plan's statements, unless a handler replaces them. */
  readonly statements: () => Statements;
  readonly caller: Caller;
  /** The peer's address. */
  readonly address: string;
  /** The origin that the caller used; absent when unknown. */
  readonly calledAt?: string | undefined;
  /** Follow-up work of handlers, merged across requests. */
  readonly joined: Joined;
  /** Receives failures of such work after its request was answered. */
  readonly failedLater: (fault: unknown) => void;
  /** Extra steps in the transaction; null for none. */
  readonly bracket: Bracket | null;
}

/** @throws ApiError, DatabaseError, ConnectionError, PoolTimeoutError */
export function execute(plan: StatementPlan, context: ExecuteContext): Promise<Executed> {
  const { reads, caller, database } = context;
  const running =
    reads === null ? run(plan, context) : runOnServer(plan, context, reads, (there) => run(plan, there));
  return running.catch(async (fault: unknown) => {
    throw await roleFault(await writeFault(fault, plan, caller.role, database), caller.role, database);
  });
}

async function run(plan: StatementPlan, context: ExecuteContext): Promise<Executed> {
  const { database, request, caller, cache, settings } = context;
  const opening = openingStatements(plan, context);
  const level = isolation(plan, caller.role, cache);
  const afterwards: Afterwards[] = [];
  const signals: (() => void)[] = [];
  const texts: LongText[] = [];
  const found = handlerOf(plan, context, {
    // A response to be stored must be complete.
    text: context.bracket === null ? (text) => void texts.push(text) : null,
    afterwards: (key, work) => void afterwards.push({ key, work }),
    afterCommit: (signal) => void signals.push(signal),
  });
  const handler =
    found === null
      ? null
      : (tx: Tx): Promise<Sql> => {
          // A retry schedules its work again.
          afterwards.length = 0;
          signals.length = 0;
          texts.length = 0;
          return found(tx);
        };
  const isUndone = isRolledBack(request, settings);
  const isDecided = mayBeRefused(request, plan) || handler !== null || context.bracket !== null;
  const isExplicit = level !== undefined || isUndone || isDecided;
  const detached = detachedOf(plan, context);
  if (detached !== null) return detached(opening);
  if (isExplicit) {
    const alone = (turn: Turn): Promise<Executed> => inTransaction(plan, context, opening, handler, turn);
    const turn = turnOf(plan, context);
    const shared = isUndone ? null : sharedInsert(plan, context);
    const executed =
      shared === null
        ? await alone(turn)
        : await database.inTurn(turn, async () => {
            let running: Promise<Executed> | null = null;
            const once = (): Promise<Executed> => (running ??= alone(NO_TURN));
            return (await shared(once)) ?? once();
          });
    if (!isUndone) for (const signal of signals) signal();
    if (!isUndone) await follow(afterwards, plan, context, opening);
    return (await texts[0]?.put(executed)) ?? executed;
  }

  const { main, estimate } = context.statements();
  const last = estimate === null ? [main] : [main, estimate];
  const statements = [...opening, ...last].map(
    // Plans depend on the role under row security; a scope per role avoids replanning for each request.
    (statement, at): PipelinedStatement => ({ statement, scope: at === 0 ? "" : caller.role }),
  );
  const { share } = settings.limits(caller);
  const readOnly = isReadOnly(request, plan);
  const results = await database.pipeline(statements, share ?? undefined, { readOnly });
  const result = results[opening.length];
  if (result === undefined) throw new Error("the statement returned no result");
  const executed = executedOf(plan, result, results[opening.length + 1] ?? null, settings.maxRows);
  checkOutcome(request, plan, executed, settings.release);
  return executed;
}

/** The statements at the start of every transaction: preamble and pre-request check. */
export function openingStatements(
  plan: StatementPlan | null,
  { request, caller, cache, settings }: Pick<ExecuteContext, "request" | "caller" | "cache" | "settings">,
): readonly Statement[] {
  const first = preamble(transactionSettings(request, caller, plan, cache, settings));
  return settings.preRequest === null ? [first] : [first, preRequestQuery(settings.preRequest)];
}

/** Carries a successful result out of a transaction that the request wants rolled back. */
class RolledBack extends Error {
  readonly executed: Executed;

  constructor(executed: Executed) {
    super("rolled back as requested");
    this.executed = executed;
  }
}

async function inTransaction(
  plan: StatementPlan,
  context: ExecuteContext,
  opening: readonly Statement[],
  sourceOf: ((tx: Tx) => Promise<Sql>) | null,
  turn: Turn,
): Promise<Executed> {
  const { database, request, settings, bracket } = context;
  const isUndone = isRolledBack(request, settings);
  const work = async (tx: Tx): Promise<Executed> => {
    const source = await sourceOf?.(tx);
    const { main, estimate } =
      source === undefined ? context.statements() : statementsOf(plan, settings.maxRows, source);
    // Commit in the same flush if nothing can be refused any more.
    const isLast = !isUndone && !mayBeRefused(request, plan) && bracket === null;
    const statements = estimate === null ? [main] : [main, estimate];
    const [found, guess = null] = await tx.together(statements, isLast ? "commit" : undefined);
    if (found === undefined) throw new Error("the statement returned no result");
    const executed = executedOf(plan, found, guess, settings.maxRows);
    checkOutcome(request, plan, executed, settings.release);
    return executed;
  };
  try {
    const done = await database.transaction(
      async (tx) => {
        for (const statement of opening) tx.later(statement);
        const executed = bracket === null ? await work(tx) : await bracketed(tx, bracket, work);
        if (!isUndone) return executed;
        if (executed instanceof Failed) throw executed.fault;
        await tx.run(raw("set constraints all immediate"));
        throw new RolledBack(executed);
      },
      { ...transactionOptions(plan, context), ...turn },
    );
    if (done instanceof Failed) throw done.fault;
    return done;
  } catch (cause) {
    if (cause instanceof RolledBack) return cause.executed;
    throw cause;
  }
}

/** For work whose turn it is already. */
const NO_TURN: Turn = {};

/** Work scheduled by a handler. */
interface Afterwards {
  readonly key: string;
  readonly work: (tx: Tx) => Promise<void>;
}

/** How long an answer waits for follow-up work, in milliseconds; longer work continues after the answer. */
const AT_ONCE_MS = 1_500;

/** Runs the scheduled work, as the caller. It queues behind those already waiting for the same resource. */
async function follow(
  afterwards: readonly Afterwards[],
  plan: StatementPlan,
  context: ExecuteContext,
  opening: readonly Statement[],
): Promise<void> {
  const { database, joined } = context;
  for (const { key, work } of afterwards) {
    const asked = joined.ask(key, (begin) =>
      database.transaction(
        (tx) => {
          begin();
          for (const statement of opening) tx.later(statement);
          return work(tx);
        },
        { ...transactionOptions(plan, context), ...turnOf(plan, context) },
      ),
    );
    if (!(await within(AT_ONCE_MS, asked))) asked.catch(context.failedLater);
  }
}

/**
 * A call whose handler runs outside the request's transaction, between two others: the first checks the caller and
 * types the arguments, the second shapes the result. The check is not repeated, because the handler may have ended the
 * session.
 */
function detachedOf(
  plan: StatementPlan,
  context: ExecuteContext,
): ((opening: readonly Statement[]) => Promise<Executed>) | null {
  const { database, handlers, settings } = context;
  if (plan.kind !== "routine") return null;
  const handler = handlers.detached?.get(plan.call.routine.name);
  if (handler === undefined) return null;
  return async (opening) => {
    const call = await database.transaction(
      async (tx) => {
        for (const statement of opening) tx.later(statement);
        return prepareCall(plan, tx);
      },
      { ...transactionOptions(plan, context), ...turnOf(plan, context) },
    );
    const result = await handler(call.args, callContext(context));
    const unchecked = { ...context, settings: { ...settings, preRequest: null }, bracket: null };
    const rows = async (): Promise<Sql> => call.rowsOf(result);
    return inTransaction(plan, unchecked, openingStatements(plan, unchecked), rows, turnOf(plan, unchecked));
  };
}

/**
 * The plan's handler in TypeScript, whose rows replace the plan's own source; null if it has none.
 * @param later receives the work for after the commit
 */
function handlerOf(
  plan: StatementPlan,
  context: ExecuteContext,
  { text, ...later }: Pick<InsertContext, "afterwards" | "afterCommit"> & { readonly text: KeepText | null },
): ((tx: Tx) => Promise<Sql>) | null {
  const { handlers, request, cache, settings } = context;
  const withTx = (tx: Tx): HandlerContext => ({ tx, ...callContext(context) });
  if (plan.kind === "routine") {
    const handler = handlers.procedures.get(plan.call.routine.name);
    return handler === undefined
      ? null
      : (tx) => callHandler(plan, handler, { ...withTx(tx), ...later }, text);
  }
  if (plan.kind !== "mutation" || plan.action !== "create" || plan.write.kind !== "insert") return null;
  const { write } = plan;
  const handler = handlers.inserts.get(write.relation);
  if (handler === undefined) return null;
  const relation = knownRelation(cache, request.schema, write.relation);
  const target = {
    request,
    cache,
    name: write.relation,
    relation,
    returning: write.returning,
    release: settings.release,
  };
  return (tx) => insertByHandler(write, target, handler, { ...withTx(tx), ...later });
}
