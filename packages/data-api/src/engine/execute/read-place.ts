/** Chooses the server: reads may go to a replica, everything else goes to the primary. */

import type { Observe } from "@wakelog/kit/observe.ts";
import type { Readable, Replica } from "../../db/replica.ts";
import type { Caller, Handlers } from "../handlers.ts";
import type { StatementPlan } from "../plan/plan-types.ts";
import type { ApiRequest } from "../request/api-request.ts";
import type { Executed } from "./executed.ts";

/** A replica, and the callers that must not read from it. */
export interface ReplicaReads {
  readonly replica: Pick<Replica, "read">;
  /** Records that a caller writes now; resolves when every process knows. Never rejects. */
  readonly noteWrite: (caller: Caller, address: string) => Promise<void>;
  /** Whether the caller's last write may not have reached the replica yet. Never rejects. */
  readonly hasWritten: (caller: Caller, address: string) => Promise<boolean>;
  readonly observe: Observe;
}

/** The parts of a request that decide its place. */
interface Placed {
  readonly database: Readable;
  readonly isCurrent: boolean;
  readonly handlers: Handlers;
  readonly request: ApiRequest;
  readonly caller: Caller;
  readonly address: string;
}

/** Runs a request in its place. @param run runs it, on the primary unless given another database */
export async function runOnServer<Context extends Placed>(
  plan: StatementPlan,
  context: Context,
  reads: ReplicaReads,
  run: (context: Context) => Promise<Executed>,
): Promise<Executed> {
  const { caller, address } = context;
  if (!isPlainRead(plan, context)) {
    // Recorded before, because others may announce the write before it is answered; and after, because it may take
    // long.
    const begun = reads.noteWrite(caller, address);
    try {
      return await run(context);
    } finally {
      await begun;
      await reads.noteWrite(caller, address);
    }
  }
  const mayLag = !context.isCurrent && !(await reads.hasWritten(caller, address));
  const found = mayLag ? await reads.replica.read((database) => run({ ...context, database })) : null;
  reads.observe({ kind: "read", place: found === null ? "primary" : "replica" });
  return found ?? (await run(context));
}

/** A GET or HEAD of rows, or of a procedure declared to change nothing. */
function isPlainRead(plan: StatementPlan, { request, handlers }: Placed): boolean {
  if (!isSafe(request)) return false;
  if (plan.kind !== "routine") return plan.kind === "read";
  const { name, volatility } = plan.call.routine;
  return volatility !== "volatile" && handlers.detached?.has(name) !== true;
}

function isSafe({ method }: ApiRequest): boolean {
  return method === "GET" || method === "HEAD";
}
