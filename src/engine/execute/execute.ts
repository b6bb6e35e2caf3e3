/**
 * Runs a plan in one transaction, as the caller. Where nothing has to be decided between statements they all go
 * in one flush and form one implicit transaction; handlers in TypeScript, rollbacks by preference and results
 * that may have to be refused take an explicit one.
 */
import type { Database, PipelinedStatement, TransactionOptions, Tx } from "../../db/database.ts";
import { raw, type Sql } from "../../db/sql.ts";
import type { Caller, HandlerContext, Handlers } from "../handlers.ts";
import { knownRelation } from "../plan/plan-node.ts";
import type { StatementPlan } from "../plan/plan-types.ts";
import { preamble, preRequestQuery } from "../query/preamble.ts";
import { plainStatements, statementsOf } from "../query/query.ts";
import type { ApiRequest } from "../request/api-request.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import type { ExecuteSettings } from "./execute-settings.ts";
import { type Executed, executedOf } from "./executed.ts";
import { callHandler, prepareCall } from "./handled-call.ts";
import { insertByHandler } from "./handled-insert.ts";
import { checkOutcome, mayBeRefused } from "./outcome.ts";
import { isolation, isReadOnly, transactionSettings } from "./transaction-settings.ts";
import { writeFault } from "./write-right.ts";

/** What a plan is run with. */
export interface ExecuteContext {
  readonly database: Database;
  readonly cache: SchemaCache;
  readonly settings: ExecuteSettings;
  /** The handlers of the request's schema. */
  readonly handlers: Handlers;
  readonly request: ApiRequest;
  readonly caller: Caller;
  /** The peer's address. */
  readonly address: string;
}

/** @throws ApiError, DatabaseError, ConnectionError, PoolTimeoutError */
export async function execute(plan: StatementPlan, context: ExecuteContext): Promise<Executed> {
  try {
    return await run(plan, context);
  } catch (fault) {
    throw await writeFault(fault, plan, context.caller.role, context.database);
  }
}

async function run(plan: StatementPlan, context: ExecuteContext): Promise<Executed> {
  const { database, request, caller, cache, settings } = context;
  const opening = openingStatements(plan, context);
  const level = isolation(plan, caller.role, cache);
  const isExplicit =
    level !== undefined ||
    isRolledBack(request, settings) ||
    mayBeRefused(request, plan) ||
    handlerOf(plan, context) !== null;
  const detached = detachedOf(plan, context);
  if (detached !== null) return detached(opening);
  if (isExplicit) return inTransaction(plan, context, opening, handlerOf(plan, context));

  const { main, estimate } = plainStatements(plan, settings.maxRows);
  const last = estimate === null ? [main] : [main, estimate];
  const statements = [...opening, ...last].map(
    // Plans depend on the role where row security applies; a scope for each spares planning again and again.
    (statement, at): PipelinedStatement => ({ statement, scope: at === 0 ? "" : caller.role }),
  );
  const { share } = settings.limits(caller);
  const results = await database.pipeline(statements, share ?? undefined);
  const found = results[opening.length];
  if (found === undefined) throw new Error("the statement gave no result");
  const executed = executedOf(plan, found, results[opening.length + 1] ?? null, settings.maxRows);
  checkOutcome(request, plan, executed);
  return executed;
}

/** What every transaction begins with: the preamble and the pre-request check. */
export function openingStatements(
  plan: StatementPlan | null,
  { request, caller, cache, settings }: Pick<ExecuteContext, "request" | "caller" | "cache" | "settings">,
): readonly Sql[] {
  const first = preamble(transactionSettings(request, caller, plan, cache, settings));
  return settings.preRequest === null ? [first] : [first, preRequestQuery(settings.preRequest)];
}

/** A result whose transaction is to be undone although all went well. */
class RolledBack extends Error {
  readonly executed: Executed;

  constructor(executed: Executed) {
    super("rolled back as asked");
    this.executed = executed;
  }
}

async function inTransaction(
  plan: StatementPlan,
  context: ExecuteContext,
  opening: readonly Sql[],
  sourceOf: ((tx: Tx) => Promise<Sql>) | null,
): Promise<Executed> {
  const { database, request, settings } = context;
  try {
    return await database.transaction(
      async (tx) => {
        for (const statement of opening) await tx.run(statement);
        const source = await sourceOf?.(tx);
        const { main, estimate } = statementsOf(plan, settings.maxRows, source);
        const found = await tx.run(main);
        const guess = estimate === null ? null : await tx.run(estimate);
        const executed = executedOf(plan, found, guess, settings.maxRows);
        checkOutcome(request, plan, executed);
        if (isRolledBack(request, settings)) {
          await tx.run(raw("set constraints all immediate"));
          throw new RolledBack(executed);
        }
        return executed;
      },
      transactionOptions(plan, context),
    );
  } catch (cause) {
    if (cause instanceof RolledBack) return cause.executed;
    throw cause;
  }
}

function transactionOptions(plan: StatementPlan, context: ExecuteContext): TransactionOptions {
  const { request, caller, cache, settings } = context;
  const level = isolation(plan, caller.role, cache);
  const { share } = settings.limits(caller);
  const held = heldBy(plan, context);
  return {
    readOnly: isReadOnly(request, plan),
    ...(level === undefined ? {} : { isolation: level }),
    ...(share === null ? {} : { share }),
    ...(held === null ? {} : { alone: held }),
  };
}

/**
 * A call whose handler works outside the request's transaction, between two: the first checks the caller and types the
 * arguments, the second shapes the result. The check is not made again, since the handler may have ended the session.
 */
function detachedOf(
  plan: StatementPlan,
  context: ExecuteContext,
): ((opening: readonly Sql[]) => Promise<Executed>) | null {
  const { database, handlers, request, caller, address, settings } = context;
  if (plan.kind !== "routine") return null;
  const handler = handlers.detached?.get(plan.call.routine.name);
  if (handler === undefined) return null;
  return async (opening) => {
    const call = await database.transaction(
      async (tx) => {
        for (const statement of opening) await tx.run(statement);
        return prepareCall(plan, tx);
      },
      transactionOptions(plan, context),
    );
    const result = await handler(call.args, { caller, headers: request.headers, address });
    const unchecked = { ...context, settings: { ...settings, preRequest: null } };
    return inTransaction(plan, context, openingStatements(plan, unchecked), async () => call.rowsOf(result));
  };
}

function isRolledBack({ preferences }: ApiRequest, { txEnd }: ExecuteSettings): boolean {
  const isUsual = txEnd.startsWith("rollback");
  if (!txEnd.endsWith("allow-override") || preferences.transaction === undefined) return isUsual;
  return preferences.transaction === "rollback";
}

/** What the plan's handler holds alone; null for nothing, or if the plan has no handler. */
function heldBy(plan: StatementPlan, { handlers, caller }: ExecuteContext): string | null {
  if (plan.kind === "routine") return handlers.holds?.(plan.call.routine.name, caller) ?? null;
  if (plan.kind !== "mutation" || plan.write.kind !== "insert") return null;
  return handlers.holds?.(plan.write.relation, caller) ?? null;
}

/** What TypeScript does of the plan: gives the rows that the plan's own source would have given. */
function handlerOf(
  plan: StatementPlan,
  { handlers, request, caller, address, cache }: ExecuteContext,
): ((tx: Tx) => Promise<Sql>) | null {
  const withTx = (tx: Tx): HandlerContext => ({ tx, caller, headers: request.headers, address });
  if (plan.kind === "routine") {
    const handler = handlers.procedures.get(plan.call.routine.name);
    return handler === undefined ? null : (tx) => callHandler(plan, handler, withTx(tx));
  }
  if (plan.kind !== "mutation" || plan.action !== "create" || plan.write.kind !== "insert") return null;
  const { write } = plan;
  const handler = handlers.inserts.get(write.relation);
  if (handler === undefined) return null;
  const relation = knownRelation(cache, request.schema, write.relation);
  const context = {
    request,
    cache,
    name: write.relation,
    relation,
    returning: write.returning,
  };
  return (tx) => insertByHandler(write, context, handler, withTx(tx));
}
