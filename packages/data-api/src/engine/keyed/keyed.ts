/**
 * Idempotent writes (`Idempotency-Key`): a retry is not executed again, but gets the stored response. The response is
 * stored in the write's transaction, so both exist or neither.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Tx } from "../../db/database.ts";
import { answerTooLongToKeep, keyBusy, keyReused, keyUnreadable } from "../errors/keyed-errors.ts";
import type { Bracket } from "../execute/bracket.ts";
import { type ExecuteContext, execute } from "../execute/execute.ts";
import type { Executed } from "../execute/executed.ts";
import { isReadOnly } from "../execute/transaction-settings.ts";
import type { StatementPlan } from "../plan/plan-types.ts";
import { claimQuery, type KeepingFunctions, keepQuery } from "../query/keyed-query.ts";
import type { ApiRequest, HttpInput } from "../request/api-request.ts";
import type { HttpOutput } from "../response/http-output.ts";

/** Largest stored response in bytes, including headers. */
const MOST_BYTES = 65_536;

/** Carries a stored response out of the transaction that found it. */
class StoredResponse extends Error {
  readonly output: HttpOutput;

  constructor(output: HttpOutput) {
    super("already answered");
    this.output = output;
  }
}

const claimed = z
  .discriminatedUnion("state", [
    z.object({ state: z.enum(["unowned", "busy", "other"]) }),
    z.object({
      state: z.literal("kept"),
      status: z.int(),
      headers: z.array(z.tuple([z.string(), z.string()])),
      body: z.string().nullable(),
    }),
  ])
  .nullable();

/** Builds the responses to a successful and to a failed write. */
interface Answering {
  readonly answerOf: (executed: Executed) => HttpOutput;
  readonly refusalOf: (fault: unknown) => Promise<HttpOutput>;
}

/** One write with a key. */
export class KeyedWrite implements Bracket {
  readonly #functions: KeepingFunctions;
  readonly #is: { readonly key: string; readonly request: string };
  readonly #how: Answering;
  /** Whether to store the response: the key was free, and the caller is known. */
  #isOurs = false;

  constructor(
    functions: KeepingFunctions,
    is: { readonly key: string; readonly request: string },
    how: Answering,
  ) {
    this.#functions = functions;
    this.#is = is;
    this.#how = how;
  }

  /**
   * Claims the key.
   * @throws StoredResponse, ApiError 409 while another request holds it, 422 if it was used for another request
   */
  async before(tx: Tx): Promise<void> {
    this.#isOurs = false;
    const [row] = await tx.query(claimQuery(this.#functions, this.#is.key, this.#is.request));
    const found = claimed.parse(row?.found);
    if (found?.state === "busy") throw keyBusy();
    if (found?.state === "other") throw keyReused();
    if (found?.state === "kept") throw new StoredResponse(storedResponse(found));
    this.#isOurs = found === null;
  }

  /** Stores the response. @throws ApiError 400 if it is too long */
  async after(tx: Tx, executed: Executed): Promise<void> {
    if (this.#isOurs) this.#keep(tx, this.#how.answerOf(executed));
  }

  /** Stores the refusal, if a retry would be refused again. */
  async failed(tx: Tx, fault: unknown): Promise<boolean> {
    if (!this.#isOurs) return false;
    const refusal = await this.#how.refusalOf(fault);
    if (!LASTING.has(refusal.status)) return false;
    this.#keep(tx, refusal);
    return true;
  }

  #keep(tx: Tx, { status, headers, body }: HttpOutput): void {
    const bytes = body === null ? null : Buffer.from(body);
    const head = JSON.stringify(headers);
    if (head.length + (bytes?.length ?? 0) > MOST_BYTES) {
      this.#isOurs = false;
      throw answerTooLongToKeep(MOST_BYTES);
    }
    const answer = { status, headers: head, body: bytes?.toString("base64") ?? null };
    tx.later(keepQuery(this.#functions, this.#is, answer));
  }
}

/**
 * Wraps a write that has a key; null for other requests.
 * @param mark the protocol's release, whose responses are its own
 * @throws ApiError 400
 */
export function keyedWrite(
  plan: StatementPlan,
  request: ApiRequest,
  { method, path, prefix, query, body, headers }: HttpInput,
  functions: KeepingFunctions | null,
  mark: string,
  how: Answering,
): KeyedWrite | null {
  const sent = headers["idempotency-key"];
  if (sent === undefined || functions === null || plan.kind === "read" || isReadOnly(request, plan))
    return null;
  const digest = createHash("sha256");
  for (const part of [method, path, query, headers["if-match"] ?? "", ...(mark === "" ? [] : [mark])])
    digest.update(`${part}\0`);
  // The same key at another address is another one.
  const key = prefix === undefined ? keyOf(sent) : `${prefix} ${keyOf(sent)}`;
  return new KeyedWrite(functions, { key, request: digest.update(body).digest("base64") }, how);
}

/** The key: a structured-header string, or bare text. */
function keyOf(sent: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(sent.trim())?.[1];
  const key = quoted === undefined ? sent.trim() : quoted.replace(/\\(["\\])/g, "$1");
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw keyUnreadable();
  return key;
}

/** Statuses of refusals to store: a later retry must not execute what was refused. */
const LASTING: ReadonlySet<number> = new Set([400, 404, 409]);

/** Executes a write with a key, or returns its stored response. */
export async function runKeyed(
  plan: StatementPlan,
  context: ExecuteContext,
  answerOf: (executed: Executed) => HttpOutput,
): Promise<HttpOutput> {
  try {
    return answerOf(await execute(plan, context));
  } catch (fault) {
    if (fault instanceof StoredResponse) return fault.output;
    throw fault;
  }
}

function storedResponse(kept: {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
}): HttpOutput {
  return {
    status: kept.status,
    headers: [...kept.headers, ["Idempotency-Replayed", "true"]],
    body: kept.body === null ? null : Buffer.from(kept.body, "base64"),
  };
}
