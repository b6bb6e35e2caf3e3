/** A query to a place name server, with limits for time and size. */
import { withDeadline } from "@wakelog/kit/time/deadline.ts";

const TIME_LIMIT_MS = 10_000;
/** Far above either server's response for one position. */
const ANSWER_BYTES = 262_144;
const NAME_LENGTH = 80;

/** A position and the language for its name. */
export interface Whereabouts {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** ISO 639, lower case. */
  readonly language: string;
}

/** How to query a server. */
export interface Asking {
  readonly userAgent: string;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
}

/**
 * The response as unchecked JSON. Redirects are not followed, so that positions go only where the operator chose.
 * @param what the server's name for errors; its address may contain a key
 * @throws Error with a sentence if there is no readable response
 */
export async function askServer(
  what: string,
  url: URL,
  { userAgent, stopping }: Asking,
  request: { readonly language: string; readonly form?: URLSearchParams },
): Promise<unknown> {
  const { language, form } = request;
  const headers = { "User-Agent": userAgent, "Accept-Language": language, Accept: "application/json" };
  try {
    return await withDeadline(TIME_LIMIT_MS, stopping, async (signal) => {
      const answer = await fetch(url, {
        redirect: "manual",
        signal,
        headers,
        ...(form === undefined ? {} : { method: "POST", body: form }),
      });
      if (answer.ok) return JSON.parse(await boundedText(answer));
      await answer.body?.cancel();
      throw new Error(`it answered ${answer.status}`);
    });
  } catch (cause) {
    throw new Error(`${what} gave no name: ${reasonOf(cause)}`);
  }
}

/** A displayable name: one line of at most 80 visible characters; null if nothing remains. */
export function shownName(name: string): string | null {
  const line = name
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, 2 * NAME_LENGTH);
  return [...line].slice(0, NAME_LENGTH).join("").trim() || null;
}

async function boundedText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES) throw new Error(`its answer is longer than ${ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The innermost cause, without any response content. */
function reasonOf(cause: unknown): string {
  if (cause instanceof SyntaxError) return "its answer is not JSON";
  if (!(cause instanceof Error)) return "it cannot be reached";
  if (cause.name === "TimeoutError") return `no answer within ${TIME_LIMIT_MS / 1000} s`;
  return cause.cause instanceof Error ? cause.cause.message || cause.cause.name : cause.message;
}
