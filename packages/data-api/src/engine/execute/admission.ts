/** What a request waits for before it is run: that there is room to write, and a place for an answer that may be long. */
import type { ApiError } from "@wakelog/kit/errors.ts";
import type { Caller } from "../handlers.ts";
import { mayBeLong } from "../plan/bounds/may-be-long.ts";
import type { StatementPlan } from "../plan/plan-types.ts";
import type { ExecuteContext } from "./execute.ts";
import { isReadOnly } from "./transaction-settings.ts";

export interface Admission {
  /** Why nothing can be written now; null if it can. `routine` is the procedure that is called, if one is. */
  readonly refuseWrite?: (routine: string | null) => Promise<ApiError | null>;
  /**
   * Waits for a place among the caller's answers that may be long, each of which takes memory while it is made. Returns
   * what gives the place back.
   */
  readonly enterLong?: (caller: Caller) => Promise<() => void>;
}

/** Runs a request once it may be. @param query its query string */
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
