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

/** Runs a request once admitted; at once if nothing could refuse or delay it. @param query its query string */
export function admitted<T>(
  admission: Admission,
  plan: StatementPlan,
  { request, handlers, caller }: Pick<ExecuteContext, "request" | "handlers" | "caller">,
  query: string,
  work: () => Promise<T>,
): Promise<T> {
  const routine = plan.kind === "routine" ? plan.call.routine.name : null;
  const refuseWrite = isReadOnly(request, plan) ? undefined : admission.refuseWrite;
  const isDetached = routine !== null && handlers.detached?.has(routine) === true;
  const enterLong = isDetached || !mayBeLong(plan, query) ? undefined : admission.enterLong;
  if (refuseWrite === undefined && enterLong === undefined) return work();
  return afterChecks({ refuseWrite, enterLong }, routine, caller, work);
}

async function afterChecks<T>(
  { refuseWrite, enterLong }: { readonly [Check in keyof Admission]: Admission[Check] | undefined },
  routine: string | null,
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> {
  const refusal = await refuseWrite?.(routine);
  if (refusal != null) throw refusal;
  const leave = await enterLong?.(caller);
  try {
    return await work();
  } finally {
    leave?.();
  }
}
