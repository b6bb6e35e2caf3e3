import { currentToken } from "../session/token.ts";
import { apiAddress } from "./address.ts";
import type { Json, Procedures, Resources } from "./generated/api-types.ts";
import { ApiProblem, noAnswer, wordlessProblem } from "./problem.ts";
import type { Question, Resource } from "./question.ts";
import { AnswerShapeError, instantOf, numberOf, type Row, requiredRow, rowOf } from "./row.ts";

/** The service worker's mark on an answer that it had kept: when the answer was received. */
const STORED_AT_HEADER = "x-wakelog-stored-at";

/** A value that was read, and what the headers of its answer say of it. */
export interface Received<T> {
  readonly value: T;
  /** How many rows there are in all, if that was asked for. */
  readonly total: number | null;
  /** When the answer was received, if it was kept because no newer one could be had. */
  readonly storedAt: Date | null;
}

/** Whose token is sent: nobody's to a procedure that issues a token or takes a mailed code. */
type Caller = "person" | "nobody";

/** The procedures whose result is an R, or null. */
type ProcedureOf<R> = {
  [N in keyof Procedures]: [Procedures[N]["result"]] extends [R | null] ? N : never;
}[keyof Procedures];

/** The procedures whose result is JSON of a shape that the database does not declare. */
type JsonProcedure = {
  [N in keyof Procedures]: [Json] extends [Procedures[N]["result"]] ? N : never;
}[keyof Procedures];

type Arguments<N extends keyof Procedures> = Procedures[N]["arguments"];

interface Call {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly body?: unknown;
  readonly accept?: string;
  readonly prefer?: string;
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
}

async function send(call: Call): Promise<Response> {
  const address = await apiAddress();
  const token = call.caller === "nobody" ? null : currentToken();
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

/** The body of an answer that refuses. */
interface Refusal {
  readonly code: string | null;
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What the API says went wrong; words for the status if it says nothing, as a proxy's page does. */
async function problemIn(response: Response): Promise<ApiProblem> {
  const refusal = rowOf<Refusal>(parsed(await response.text()));
  const message = refusal?.text("message") ?? null;
  if (refusal === null || message === null) return wordlessProblem(response.status, response.statusText);
  return new ApiProblem(response.status, {
    message,
    code: refusal.text("code"),
    details: refusal.text("details"),
    hint: refusal.text("hint"),
  });
}

/** Sends a request. Rejects with ApiProblem for anything but success. */
async function answer(call: Call): Promise<Response> {
  const response = await send(call);
  if (!response.ok) throw await problemIn(response);
  return response;
}

/** Asks a question. Rejects with ApiProblem or AnswerShapeError. */
export async function read<T>(
  { path, count, parse }: Question<T>,
  signal: AbortSignal,
): Promise<Received<T>> {
  const response = await answer({ path, signal, ...(count ? { prefer: "count=exact" } : {}) });
  return {
    value: parse(await response.json()),
    total: numberOf(response.headers.get("Content-Range")?.split("/")[1]),
    storedAt: instantOf(response.headers.get(STORED_AT_HEADER)),
  };
}

async function call(name: keyof Procedures, body: object, caller: Caller): Promise<unknown> {
  const response = await answer({ method: "POST", path: `/rpc/${name}`, body, caller });
  return parsed(await response.text());
}

/** Calls a procedure that answers whether it did something. */
export async function callForSuccess<N extends ProcedureOf<boolean>>(
  name: N,
  args: Arguments<N>,
  caller: Caller = "person",
): Promise<boolean> {
  return (await call(name, args, caller)) === true;
}

/** Calls a procedure that answers with an object. */
export async function callForRow<N extends ProcedureOf<object>>(
  name: N,
  args: Arguments<N>,
  caller: Caller = "person",
): Promise<Row<Procedures[N]["result"]>> {
  return requiredRow<Procedures[N]["result"]>(await call(name, args, caller), `the answer of ${name}`);
}

/** Calls a procedure whose result the database declares only as JSON. The caller reads it. */
export async function callForJson<N extends JsonProcedure>(name: N, args: Arguments<N>): Promise<unknown> {
  return call(name, args, "person");
}

/** Calls a procedure that writes an XML document. Resolves to the document. */
export async function callForXml<N extends ProcedureOf<string>>(
  name: N,
  args: Arguments<N>,
): Promise<string> {
  const response = await answer({ method: "POST", path: `/rpc/${name}`, body: args, accept: "text/xml" });
  const text = await response.text();
  if (!text.trimStart().startsWith("<")) throw new AnswerShapeError("an XML document");
  return text;
}

/** Changes columns of the row with this id; the answer's body is not asked for. */
export async function changeRow<N extends Resource>(
  resource: N,
  id: number,
  values: Partial<Resources[N]>,
): Promise<void> {
  const path = `/${resource}?id=eq.${id}`;
  await answer({ method: "PATCH", path, body: values, prefer: "return=minimal" });
}
