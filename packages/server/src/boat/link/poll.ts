/** `GET /link`: waits for news without a database connection. */
import { type AsService, PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Gate } from "@wakelog/data-api/db/turnstile.ts";
import type { EngineInput, HttpOutput } from "@wakelog/data-api/engine/engine.ts";
import { fromFault } from "@wakelog/data-api/engine/errors/fault.ts";
import type { Beginning } from "@wakelog/data-api/http/answer/stream.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { isRecord } from "@wakelog/kit/json/json.ts";
import { json } from "./answers.ts";
import type { LinkCaller } from "./keys.ts";
import type { News } from "./news.ts";

export interface PollDeps {
  readonly service: AsService;
  readonly news: News;
  /** Counts the open polls of each link and each boat. */
  readonly places: Gate;
}

/** Open polls of a link. */
const MOST_POLLS = 2;
/** Open polls of a boat, which may have many links. */
const MOST_OF_BOAT = 10;
/** The longest wait, seconds. */
const LONGEST = 60;

/** Answers a poll: 200 with news as soon as there is some, 204 without. */
export async function answerPoll(
  { service, news, places }: PollDeps,
  caller: LinkCaller,
  { query }: Pick<EngineInput, "query">,
  { gone }: Pick<Beginning, "gone">,
): Promise<HttpOutput> {
  const asked = new URLSearchParams(query);
  const until = performance.now() + Math.min(wholeOf(asked, "wait") ?? 0, LONGEST) * 1000;
  const [settings, alerts] = [wholeOf(asked, "settings"), wholeOf(asked, "alerts")];
  const leave = await places.enter(`link ${caller.linkId}`, MOST_POLLS, 0, 0).catch(refusedPlace);
  const leaveBoat = await places.enter(`link of ${caller.vesselId}`, MOST_OF_BOAT, 0, 0).catch((fault) => {
    leave();
    return refusedPlace(fault);
  });
  const waiting = news.wait(caller.vesselId);
  const left = new Promise<void>((resolve) => gone(resolve));
  let isGone = false;
  left.then(() => (isGone = true));
  try {
    for (;;) {
      const found = await ask(service, caller, settings, alerts);
      if (Object.keys(found).length > 0) return json(200, found);
      const ms = until - performance.now();
      if (ms <= 0 || isGone || news.isOver()) return { status: 204, headers: [], body: null, isBare: true };
      await Promise.race([waiting.next(), left, passing(ms)]);
    }
  } finally {
    waiting.stop();
    leaveBoat();
    leave();
  }
}

/** @throws ApiError 401 if the key no longer counts */
async function ask(
  service: AsService,
  { claims }: LinkCaller,
  settings: number | null,
  alerts: number | null,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const [row] = await service((tx) =>
      tx.query(sql`
        select app.poll_link(${JSON.stringify(claims)}::jsonb, ${settings}::integer, ${alerts}::integer) as news`),
    );
    return isRecord(row?.news) ? row.news : {};
  } catch (fault) {
    throw fromFault(fault, true);
  }
}

/** Resolves after some milliseconds, without keeping the process alive. */
function passing(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** A whole number of the query; null if it is absent. @throws ApiError 400 if it is something else */
function wholeOf(asked: URLSearchParams, name: string): number | null {
  const value = asked.get(name);
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new ApiError({
    code: "PT400",
    status: 400,
    message: `${name} must be a whole number`,
    hint: "Ask for /link?wait=50&settings=3&alerts=12, with the versions that you know.",
  });
}

function refusedPlace(cause: unknown): never {
  throw cause instanceof PoolTimeoutError ? tooMany() : cause;
}

function tooMany(): ApiError {
  return new ApiError({
    code: "PT429",
    status: 429,
    message: "This boat already has enough polls open",
    hint: "Wait until one is answered.",
    headers: [["Retry-After", "10"]],
  });
}
