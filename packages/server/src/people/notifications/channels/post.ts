/** Posts a message to a service's HTTP API. */

/** Generous for these services; after a timeout the message is retried later. */
const TIME_LIMIT_MS = 15_000;
const ANSWER_LENGTH = 200;

/**
 * Posts and expects success. Does not follow redirects, because the body contains a token.
 * @param what the service's name for error messages, which omit its address because it may contain a token
 * @throws Error with the response's status and the start of its text, or with the reason for no response
 */
export async function postMessage(
  what: string,
  url: URL,
  body: URLSearchParams | Readonly<Record<string, unknown>>,
): Promise<void> {
  const isForm = body instanceof URLSearchParams;
  const answer = await fetch(url, {
    method: "POST",
    redirect: "manual",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    // `fetch` sets the content type of a form itself.
    ...(isForm
      ? { body }
      : { body: JSON.stringify(body), headers: { "Content-Type": "application/json; charset=utf-8" } }),
  }).catch((cause: unknown) => {
    throw new Error(`${what} cannot be reached: ${reasonOf(cause)}`);
  });
  const text = await answer.text().catch(() => "");
  if (answer.ok) return;
  throw new Error(`${what} answered ${answer.status}: ${text.replace(/\s+/g, " ").slice(0, ANSWER_LENGTH)}`);
}

/** The innermost cause, because `fetch` itself only reports that it failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${TIME_LIMIT_MS / 1000} s`;
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}
