/** Opens streams of `GET /live`. Callers are checked as for any request, by requesting the current state. */

import { PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import { type Gate, Turnstile } from "@wakelog/data-api/db/turnstile.ts";
import type { Engine, HttpOutput } from "@wakelog/data-api/engine/engine.ts";
import type { Caller } from "@wakelog/data-api/engine/handlers.ts";
import type { OpenStream } from "@wakelog/data-api/http/answer/stream.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { z } from "zod";
import { type Live, ownerOf, type Present } from "./live.ts";

/** Open streams per account or boat: a few people with a few screens each. */
const MOST_STREAMS = 40;

/** The procedure that returns the full state. */
const PRESENT = "/rpc/live_state_fn";

/** Headers passed on to it; headers for streams mean nothing there. */
const PASSED_ON = ["authorization", "x-vessel-id", "user-agent"] as const;

const presentJson = z.object({ vessel_id: z.string() });

/** @param places counts the open streams of each account or boat */
export function liveEndpoint(
  engine: Pick<Engine, "handle">,
  live: Live,
  places: Gate = new Turnstile(),
): OpenStream {
  return async (input, begin) => {
    if (input.method !== "GET") throw notGet(input.method);
    const caller: Caller | null = (await input.caller?.catch(() => null)) ?? null;
    if (caller?.role === "anonymous") throw noToken();
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) => {
        const value = input.headers[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const ask = (): Promise<HttpOutput> =>
      engine.handle({
        ...input,
        method: "GET",
        path: PRESENT,
        query: "",
        headers,
        body: NOTHING,
        // Later events must follow without a gap.
        current: true,
      });
    const first = await ask();
    const present = presentOf(first);
    if (caller === null || first.status !== 200) return first;
    if (present === null) throw noVessel();
    const leave = await places.enter(`live ${ownerOf(caller)}`, MOST_STREAMS, 0, 0).catch(refusedPlace);
    const { sink, gone } = begin.events();
    const request = {
      caller,
      lastEventId: input.headers["last-event-id"] ?? null,
      present: async () => presentOf(await ask()),
    };
    const stop = live.follow(request, present.vessel, sink);
    gone(() => {
      stop();
      leave();
    });
    return null;
  };
}

const NOTHING = Buffer.alloc(0);

/** The current state from the engine's response; null if refused or without a vessel. */
function presentOf({ status, body }: HttpOutput): Present | null {
  if (status !== 200 || body === null) return null;
  const json = body.toString();
  const known = presentJson.safeParse(JSON.parse(json));
  return known.success ? { vessel: known.data.vessel_id, json } : null;
}

function refusedPlace(cause: unknown): never {
  throw cause instanceof PoolTimeoutError ? tooMany() : cause;
}

function notGet(method: string): ApiError {
  return new ApiError({
    code: "PT405",
    status: 405,
    message: `${method} is not possible here`,
    hint: "Open the stream with GET and Accept: text/event-stream.",
    headers: [["Allow", "GET"]],
  });
}

function noToken(): ApiError {
  return new ApiError({
    code: "PT401",
    status: 401,
    message: "Only those who are signed in can follow a boat",
    hint: "Send your token in the header Authorization: Bearer …",
    headers: [["WWW-Authenticate", "Bearer"]],
  });
}

function noVessel(): ApiError {
  return new ApiError({
    code: "PT551",
    status: 551,
    message: "Vessel Required",
    hint: "Name the vessel in the header X-Vessel-Id.",
  });
}

function tooMany(): ApiError {
  return new ApiError({
    code: "PT429",
    status: 429,
    message: `You already have ${MOST_STREAMS} live streams open`,
    hint: "Close one of the pages that show the boat live, and try again.",
    headers: [["Retry-After", "15"]],
  });
}
