import { currentToken } from "../session/token.ts";
import { nearAddress } from "./address.ts";
import type { Question } from "./question.ts";

/** Whose token is sent: none to procedures that issue a token or take a mailed code. */
export type Caller = "person" | "anonymous";

/** A request to the API. */
export interface Call {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** A file is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly accept?: string;
  readonly prefer?: string;
  readonly caller?: Caller;
  /** The public page being visited. */
  readonly visit?: string | undefined;
  readonly signal?: AbortSignal;
  /** Idempotency key, the same for every retry of one write. */
  readonly key?: string;
  /** The version of the row to change. */
  readonly version?: string;
}

/** The request that asks a question. */
export function callFor({ path, count, visit }: Question<unknown>): Call {
  return { path, visit, ...(count ? { prefer: "count=exact" } : {}) };
}

/** Sends a request. Rejects if there is no response. */
export async function fetchCall(call: Call): Promise<Response> {
  const address = await nearAddress();
  const token = call.caller === "anonymous" || call.visit !== undefined ? null : currentToken();
  const headers = new Headers({ Accept: call.accept ?? "application/json" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (call.visit !== undefined) headers.set("X-Is-Public", call.visit);
  if (call.prefer !== undefined) headers.set("Prefer", call.prefer);
  if (call.body instanceof Blob) headers.set("Content-Type", "application/octet-stream");
  else if (call.body !== undefined) headers.set("Content-Type", "application/json");
  if (call.key !== undefined) headers.set("Idempotency-Key", `"${call.key}"`);
  if (call.version !== undefined) headers.set("If-Match", `"${call.version}"`);
  return fetch(address + call.path, {
    method: call.method ?? "GET",
    headers,
    signal: call.signal ?? null,
    body: call.body instanceof Blob ? call.body : call.body === undefined ? null : JSON.stringify(call.body),
  });
}
