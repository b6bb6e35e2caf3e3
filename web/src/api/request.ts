import { currentToken } from "../session/token.ts";
import { apiAddress } from "./address.ts";
import { ApiProblem, noAnswer } from "./problem.ts";
import { instantOf, numberOf, rowOf, textOf } from "./row.ts";

/** The service worker's mark on an answer that it had kept: when the answer was received. */
export const STORED_AT_HEADER = "x-wakelog-stored-at";

/** A body as it came, and what its headers say of it. */
export interface RawAnswer {
  readonly body: unknown;
  /** How many rows there are in all, where that was asked for. */
  readonly total: number | null;
  /** Set when this is a kept answer, because no newer one could be had. */
  readonly storedAt: Date | null;
}

interface Call {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly body?: unknown;
  readonly accept?: string;
  readonly prefer?: string;
  /** Sent without a token: what serves everybody must work for those too whose token has run out. */
  readonly anonymous?: boolean;
  readonly signal?: AbortSignal;
}

async function send(call: Call): Promise<Response> {
  const address = await apiAddress();
  const token = call.anonymous === true ? null : currentToken();
  const headers = new Headers({ Accept: call.accept ?? "application/json" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (call.prefer !== undefined) headers.set("Prefer", call.prefer);
  if (call.body !== undefined) headers.set("Content-Type", "application/json");
  try {
    return await fetch(address + call.path, {
      method: call.method ?? "GET",
      headers,
      signal: call.signal ?? null,
      body: call.body === undefined ? null : JSON.stringify(call.body),
    });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
    throw noAnswer(address);
  }
}

/** The API's own words for what went wrong; the status where it found none. */
async function problemIn(response: Response): Promise<ApiProblem> {
  const text = await response.text();
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's page, not the API's answer.
  }
  const row = rowOf(body);
  return new ApiProblem(response.status, {
    code: textOf(row?.code),
    message: textOf(row?.message) ?? `The server answered ${response.status} ${response.statusText}`.trim(),
    details: textOf(row?.details),
    hint: textOf(row?.hint),
  });
}

/** Sends a request. Rejects with ApiProblem for anything but success. */
async function answer(call: Call): Promise<Response> {
  const response = await send(call);
  if (!response.ok) throw await problemIn(response);
  return response;
}

/** A read. `count` also asks how many rows there are. */
export async function read(path: string, count: boolean, signal: AbortSignal): Promise<RawAnswer> {
  const response = await answer({ path, signal, ...(count ? { prefer: "count=exact" } : {}) });
  return {
    body: await response.json(),
    total: numberOf(response.headers.get("Content-Range")?.split("/")[1]),
    storedAt: instantOf(response.headers.get(STORED_AT_HEADER)),
  };
}

/** Calls a procedure and gives its JSON result; null where it returns nothing. */
export async function callProcedure(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
  return resultIn(await answer({ method: "POST", path: `/rpc/${name}`, body: args }));
}

/** Calls a procedure in nobody's name: the ones that lead to a token, or that go by a mailed code. */
export async function callOpenProcedure(
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return resultIn(await answer({ method: "POST", path: `/rpc/${name}`, body: args, anonymous: true }));
}

async function resultIn(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

/** Calls a procedure that writes a document, and gives the document. */
export async function callForDocument(
  name: string,
  args: Readonly<Record<string, unknown>>,
  accept: string,
): Promise<string> {
  const response = await answer({ method: "POST", path: `/rpc/${name}`, body: args, accept });
  const text = await response.text();
  if (!(response.headers.get("Content-Type") ?? "").includes("json") || accept.includes("json")) return text;
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === "string" ? parsed : text;
}

/** Changes rows; the answer's body is not asked for. */
export async function change(path: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  await answer({ method: "PATCH", path, body: values, prefer: "return=minimal" });
}
