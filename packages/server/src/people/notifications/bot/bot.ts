/**
 * The bot: fetches messages from the messenger by long polling and answers each. Needs no public address. One process
 * polls at a time: the messenger refuses a second one, which retries later.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseJson } from "@wakelog/kit/json/json.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { withDeadline } from "@wakelog/kit/time/deadline.ts";
import { z } from "zod";
import { postMessage, reasonOf } from "../channels/post.ts";
import { answerTo, type BotMessage, type BotService } from "./commands.ts";

/** Long poll time, seconds. */
const POLL_SECONDS = 25;
/** Doubles up to a minute. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Most answers per user and minute; further messages are ignored. */
const ANSWERS_A_MINUTE = 20;
/** Larger responses are refused. */
const ANSWER_BYTES = 4_000_000;

export interface Bot {
  stop(): Promise<void>;
}

interface BotOptions extends BotService {
  readonly apiUrl: string;
  readonly token: string;
  readonly observe: Observe;
}

const updates = z.object({
  ok: z.literal(true),
  result: z.array(
    z.object({
      update_id: z.number().int(),
      message: z
        .object({
          from: z.object({ id: z.number().int(), language_code: z.string().optional() }),
          chat: z.object({ id: z.number().int() }),
          text: z.string(),
        })
        .optional()
        .catch(undefined),
    }),
  ),
});

export function startBot(deps: BotOptions): Bot {
  const stopping = new AbortController();
  const base = `${deps.apiUrl}/bot${encodeURIComponent(deps.token).replace("%3A", ":")}`;
  const limits = answerLimits();

  const answer = async (message: BotMessage): Promise<void> => {
    if (!limits.admits(message.from.id)) return;
    try {
      const text = await answerTo(deps, message);
      await postMessage("the messenger", new URL(`${base}/sendMessage`), {
        chat_id: String(message.chat.id),
        text,
        disable_notification: false,
        disable_web_page_preview: true,
      });
    } catch (cause) {
      deps.observe({ kind: "fault", where: "bot: answering", cause });
    }
  };

  const listen = async (): Promise<void> => {
    let offset = 0;
    let retryMs = FIRST_RETRY_MS;
    while (!stopping.signal.aborted) {
      try {
        const found = await poll(new URL(`${base}/getUpdates`), offset, stopping.signal);
        retryMs = FIRST_RETRY_MS;
        for (const { update_id: id, message } of found) {
          offset = Math.max(offset, id + 1);
          if (message !== undefined && !stopping.signal.aborted) await answer(message);
        }
      } catch (cause) {
        if (stopping.signal.aborted) return;
        deps.observe({ kind: "fault", where: "bot: listening", cause });
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
        retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
      }
    }
  };

  const listening = listen();
  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

/** New messages, oldest first. @throws Error without the token in its text */
async function poll(
  url: URL,
  offset: number,
  stopping: AbortSignal,
): Promise<z.infer<typeof updates>["result"]> {
  const text = await withDeadline((POLL_SECONDS + 15) * 1000, stopping, async (signal) => {
    const answer = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ offset, timeout: POLL_SECONDS, allowed_updates: ["message"] }),
      signal,
    }).catch((cause: unknown) => {
      throw new Error(`the messenger cannot be reached: ${reasonOf(cause)}`);
    });
    const text = await answer.text();
    if (!answer.ok || text.length > ANSWER_BYTES) throw new Error(`the messenger answered ${answer.status}`);
    return text;
  });
  const found = updates.safeParse(parseJson(text));
  if (!found.success) throw new Error("the messenger's response has no updates");
  return found.data.result;
}

/** Counts answers per user and minute. */
function answerLimits(): { readonly admits: (person: number) => boolean } {
  let minute = 0;
  let answers = new Map<number, number>();
  return {
    admits(person) {
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) [minute, answers] = [now, new Map()];
      const count = (answers.get(person) ?? 0) + 1;
      answers.set(person, count);
      return count <= ANSWERS_A_MINUTE;
    },
  };
}
