/**
 * Sends a page's first requests while the code that reads the responses is on its way: on a slow link that takes
 * seconds, and each response a round trip.
 */
import { currentToken } from "../session/token.ts";
import { callFor, fetchCall } from "./call.ts";
import type { Question } from "./question.ts";

/** What has not been read by then is outdated. */
const KEPT_MS = 60_000;

/** Responses that nothing has read, by token and path. */
const ahead = new Map<string, Promise<Response>>();

function keyOf({ path }: Question<unknown>): string {
  return `${currentToken()} ${path}`;
}

/**
 * Sends the signed-in user's question for its first reader.
 * @param follow what else to send then, before the response can be read; gets the body of a successful one
 */
export function requestAhead(question: Question<unknown>, follow?: (body: unknown) => void): void {
  const key = keyOf(question);
  const response = fetchCall(callFor(question)).then(async (received) => {
    if (follow !== undefined && received.ok) follow(await received.clone().json());
    return received;
  });
  ahead.set(key, response);
  // The reader learns of a failure.
  response.catch(() => {});
  setTimeout(() => ahead.delete(key), KEPT_MS);
}

/** The response to a question that was sent ahead, for one reader; null if there is none. */
export function requestedAhead(question: Question<unknown>): Promise<Response> | null {
  const key = keyOf(question);
  const response = ahead.get(key) ?? null;
  ahead.delete(key);
  return question.visit === undefined ? response : null;
}
