/** Checks before a request runs: room for writes, and a place for a long answer. */
import type { ApiError } from "@wakelog/kit/errors.ts";
import type { Caller } from "../handlers.ts";
import { mayBeLong } from "../plan/bounds/may-be-long.ts";
import type { StatementPlan } from "../plan/plan-types.ts";
import type { ExecuteContext } from "./execute.ts";
import { isReadOnly } from "./transaction-settings.ts";

export interface Admission {
  /** Why nothing can be written now; null if it can. `routine` is the called procedure, if any. */
  readonly refuseWrite?: (routine: string | null) => Promise<ApiError | null>;
  /**
   * Waits for one of the caller's places for long answers, which take memory while they are built. Returns a function
   * that frees it.
   */
  readonly enterLong?: (caller: Caller) => Promise<() => void>;
}

/** Runs a request once admitted. @param query its query string */
export async function admitted<T>(
  { refuseWrite, enterLong }: Admission,
  plan: StatementPlan,
  { request, handlers, caller }: Pick<ExecuteContext, "request" | "handlers" | "caller">,
  query: string,
  work: () => Promise<T>,
): Promise<T> {
  const routine = plan.kind === "routine" ? plan.call.routine.name : null;
  const refusal = isReadOnly(request, plan) ? null : await refuseWrite?.(routine);
  if (refusal != null) throw refusal;
  const isDetached = routine !== null && handlers.detached?.has(routine) === true;
  const leave = isDetached || !mayBeLong(plan, query) ? undefined : await enterLong?.(caller);
  try {
    return await work();
  } finally {
    leave?.();
  }
}
