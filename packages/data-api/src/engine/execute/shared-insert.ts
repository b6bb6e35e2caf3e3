/** Inserts that may share a transaction with other requests, if nothing about the request is unusual. */

import type { Database } from "../../db/database.ts";
import type { Sql } from "../../db/sql.ts";
import type { CallContext, Handlers } from "../handlers.ts";
import type { MutationPlan, ReadNode, StatementPlan } from "../plan/plan-types.ts";
import { acceptedRows, insertCheck } from "../query/handled-query.ts";
import { preamble } from "../query/preamble.ts";
import { statementsOf } from "../query/query.ts";
import type { ApiRequest } from "../request/api-request.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import type { Bracket } from "./bracket.ts";
import type { ExecuteSettings } from "./execute-settings.ts";
import { type Executed, executedOf } from "./executed.ts";
import { sentRows, shown } from "./handled-insert.ts";
import { mayBeRefused } from "./outcome.ts";
import { isolation, transactionSettings } from "./transaction-settings.ts";

/** The context in which an insert runs. */
interface InsertRun extends Omit<CallContext, "headers"> {
  readonly database: Pick<Database, "transaction">;
  readonly request: ApiRequest;
  readonly cache: SchemaCache;
  readonly settings: ExecuteSettings;
  readonly handlers: Handlers;
  /** Extra steps in the transaction, which then must be the request's own. */
  readonly bracket: Bracket | null;
}

/** Runs the plan together with others; null if it must have a transaction of its own, which `alone` runs. */
export type SharedInsert = (alone: () => Promise<Executed>) => Promise<Executed | null>;

/** The plan as a shared insert; null if its handler or the request does not allow that. */
export function sharedInsert(plan: StatementPlan, context: InsertRun): SharedInsert | null {
  const { database, handlers, request, caller, address, cache, settings, bracket } = context;
  if (plan.kind !== "mutation" || plan.action !== "create" || plan.write.kind !== "insert") return null;
  const { write } = plan;
  const handler = handlers.inserts.get(write.relation);
  if (handler?.kind !== "replace" || handler.together === undefined) return null;
  const { together } = handler;
  if (bracket !== null || request.preferences.timezone !== undefined) return null;
  if (!isPlain(plan) || mayBeRefused(request, plan) || isolation(plan, caller.role, cache) !== undefined)
    return null;
  const anybody = { ...request, headers: {}, cookies: {} };
  const opening = preamble(
    transactionSettings(anybody, { role: caller.role, claims: {} }, plan, cache, settings),
  );
  return async (alone) => {
    const result = await together(sentRows(write, request), {
      alone,
      caller,
      headers: request.headers,
      address,
      transaction: (work) =>
        database.transaction((tx) => {
          tx.later(opening);
          tx.later(insertCheck(write));
          return work(tx);
        }),
      shown: (accepted) => JSON.stringify(shown(accepted, write)),
      answer: (rows: Sql) => statementsOf(plan, settings.maxRows, acceptedRows(write, rows)).main,
    });
    return result === null ? null : executedOf(plan, result, null, settings.maxRows);
  };
}

/** Whether the answer is columns of the accepted rows: it reads nothing else, and cannot fail. */
function isPlain({ node, answer }: MutationPlan): boolean {
  if (answer.explain !== null) return false;
  if (node === null || answer.body.kind === "none") return true;
  return answer.body.kind === "json array" && isColumns(node);
}

function isColumns({ outputs, embeds, conditions, order, range, grouped }: ReadNode): boolean {
  if (embeds.length > 0 || conditions.length > 0 || order.length > 0 || grouped) return false;
  if (range.limit !== null || range.offset > 0) return false;
  return outputs.every(
    (output) =>
      output.kind === "star" ||
      (output.kind === "column" &&
        output.cast === null &&
        output.aggregate === null &&
        output.converter === null &&
        output.field.path.length === 0 &&
        output.field.type !== null),
  );
}
