import type { Speech } from "../languages/speech.ts";
import { staleIn } from "../offline/change.ts";
import { checkServer, serverResponded } from "../offline/connectivity.ts";
import { keepEarlyAnswer } from "../offline/hand-over.ts";
import { knownChanges } from "../offline/outbox.ts";
import { withWaiting } from "../offline/with-waiting.ts";
import { readIn } from "../server-messages/translated.ts";
import { currentToken } from "../session/token.ts";
import { nearAddress } from "./address.ts";
import { type Call, type Caller, callFor, fetchCall } from "./call.ts";
import type { Json, Procedures } from "./generated/api-types.ts";
import { isJsonObject } from "./json.ts";
import { ApiProblem, noAnswer, wordlessProblem } from "./problem.ts";
import type { Question } from "./question.ts";
import { argumentIn } from "./refused-field.ts";
import { requestedAhead } from "./request-ahead.ts";
import { AnswerShapeError, instantOf, numberOf, type Row, requiredRow, rowOf } from "./row.ts";

/** Set by the service worker on a cached response: when it was received. */
const STORED_AT_HEADER = "x-wakelog-stored-at";

/** A parsed response with the facts from its headers. */
export interface Received<T> {
  readonly value: T;
  /** The total number of rows, if requested. */
  readonly total: number | null;
  /** When a cached response was received; null for a fresh one. */
  readonly storedAt: Date | null;
}

/** The procedures whose result is an R, or null. */
type ProcedureOf<R> = {
  [N in keyof Procedures]: [Procedures[N]["result"]] extends [R | null] ? N : never;
}[keyof Procedures];

/** Procedures whose result the database declares only as JSON. */
type JsonProcedure = {
  [N in keyof Procedures]: [Json] extends [Procedures[N]["result"]] ? N : never;
}[keyof Procedures];

type Arguments<N extends keyof Procedures> = Procedures[N]["arguments"];

/** @param ahead the response, if the request was sent ahead */
async function send(call: Call, ahead: Promise<Response> | null): Promise<Response> {
  try {
    const response = await (ahead ?? fetchCall(call));
    // A proxy in front of an absent server responds too, and so does the service worker.
    const elsewhere = [502, 503, 504].includes(response.status) || response.headers.has(STORED_AT_HEADER);
    if (elsewhere) checkServer();
    else serverResponded();
    return response;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
    checkServer();
    throw noAnswer(await nearAddress());
  }
}

/** Resolves if the API responds at all. Bypasses the service worker, which caches only requests with a token. */
export async function reachServer(signal: AbortSignal): Promise<void> {
  const address = await nearAddress();
  const { status } = await fetch(`${address}/rpc/versions_fn`, { method: "HEAD", cache: "no-store", signal });
  if (status >= 502 && status <= 504) throw noAnswer(address);
}

/** The body of an error response. */
interface Refusal {
  readonly code: string | null;
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
}

/** Parsed JSON; the text itself if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The API's error; a text for the status if there is none, as with a proxy's page. */
async function problemIn(response: Response): Promise<ApiProblem> {
  const body = parsed(await response.text());
  const refusal = rowOf<Refusal>(body);
  const message = refusal?.text("message") ?? null;
  if (refusal === null || message === null) return wordlessProblem(response.status, response.statusText);
  const details = isJsonObject(body) ? body.details : null;
  return new ApiProblem(response.status, {
    message,
    code: refusal.text("code"),
    details: refusal.text("details"),
    hint: refusal.text("hint"),
    argument: argumentIn(details),
    stale: staleIn(details),
  });
}

/**
 * Sends a request. Rejects with ApiProblem unless it succeeds.
 * @param ahead the response, if the request was sent ahead
 */
export async function answer(call: Call, ahead: Promise<Response> | null = null): Promise<Response> {
  const response = await send(call, ahead);
  if (!response.ok) throw await problemIn(response);
  return response;
}

/** Reads a question. Rejects with ApiProblem or AnswerShapeError. */
export async function read<T>(
  question: Question<T>,
  signal: AbortSignal,
  speech: Speech | Promise<Speech>,
): Promise<Received<T>> {
  const { path, parse, visit } = question;
  const token = visit === undefined ? currentToken() : null;
  const response = await answer({ ...callFor(question), signal }, requestedAhead(question));
  if (token !== null) keepEarlyAnswer(response, token);
  const body = withWaiting(path, await response.json(), await knownChanges());
  return {
    value: await readIn(await speech, (speech) => parse(body, speech)),
    total: numberOf(response.headers.get("Content-Range")?.split("/")[1]),
    storedAt: instantOf(response.headers.get(STORED_AT_HEADER)),
  };
}

async function call(name: keyof Procedures, body: object, caller: Caller): Promise<unknown> {
  const response = await answer({ method: "POST", path: `/rpc/${name}`, body, caller });
  return parsed(await response.text());
}

/** Calls a procedure that returns whether it did something. */
export async function callForSuccess<N extends ProcedureOf<boolean>>(
  name: N,
  args: Arguments<N>,
  caller: Caller = "person",
): Promise<boolean> {
  return (await call(name, args, caller)) === true;
}

/** Calls a procedure that returns an object. */
export async function callForRow<N extends ProcedureOf<object>>(
  name: N,
  args: Arguments<N>,
  caller: Caller = "person",
): Promise<Row<Procedures[N]["result"]>> {
  return requiredRow<Procedures[N]["result"]>(await call(name, args, caller), `the answer of ${name}`);
}

/** Calls a procedure whose result is declared only as JSON; the caller parses it. */
export async function callForJson<N extends JsonProcedure>(name: N, args: Arguments<N>): Promise<unknown> {
  return call(name, args, "person");
}

/** Calls a procedure and ignores its result. */
export async function callForNothing<N extends keyof Procedures>(name: N, args: Arguments<N>): Promise<void> {
  await call(name, args, "person");
}

/** Calls a procedure that returns an XML document. */
export async function callForXml<N extends ProcedureOf<string>>(
  name: N,
  args: Arguments<N>,
): Promise<string> {
  const response = await answer({ method: "POST", path: `/rpc/${name}`, body: args, accept: "text/xml" });
  const text = await response.text();
  if (!text.trimStart().startsWith("<")) throw new AnswerShapeError("an XML document");
  return text;
}

/** Reads rows as a GeoJSON document. Resolves to its text. */
export async function readGeojson(path: string): Promise<string> {
  const text = await (await answer({ path, accept: "application/geo+json" })).text();
  if (rowOf(parsed(text)) === null) throw new AnswerShapeError("a GeoJSON document");
  return text;
}

/** Reads the picture returned by a procedure. */
export async function readPicture(name: keyof Procedures, id: number, signal: AbortSignal): Promise<Blob> {
  const response = await answer({ path: `/rpc/${name}?_id=${id}`, accept: "image/*, */*", signal });
  return response.blob();
}
