/** The link's resources: exchanges, what arrived, and pairing. */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import type { Gate } from "@wakelog/data-api/db/turnstile.ts";
import type { Engine, EngineInput, HttpOutput } from "@wakelog/data-api/engine/engine.ts";
import type { OpenStream } from "@wakelog/data-api/http/answer/stream.ts";
import { admitted, type CountRequest } from "@wakelog/data-api/http/request/counts.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { isRecord, parseJson } from "@wakelog/kit/json/json.ts";
import { bare, json, methodNotAllowed } from "./answers.ts";
import { refuseTooLarge } from "./form.ts";
import type { LinkCaller, LinkFinder } from "./keys.ts";
import type { News } from "./news.ts";
import { type PairingLimits, pairingEndpoint } from "./pairing.ts";
import { answerPoll } from "./poll.ts";
import { othersStream } from "./stream.ts";

/** What the link needs besides the engine. */
export interface LinkDeps {
  readonly service: AsService;
  readonly links: LinkFinder;
  readonly guesses: PairingLimits;
  readonly news: News;
  /** Counts open polls by link and by boat. */
  readonly places: Gate;
  /** Counts requests by boat; null if requests are not counted. */
  readonly count: CountRequest | null;
}

/** Requests of each kind a minute, of all links of a boat together. */
const PER_MINUTE = 60;

/** Handlers by path. */
export function linkEndpoints(
  engine: Pick<Engine, "handle">,
  { links, guesses, count, ...polls }: LinkDeps,
): readonly (readonly [string, OpenStream])[] {
  /** Answers a link's request. One that has ended is forgotten, so that it counts for its boat no longer. */
  const asLink = async (
    input: EngineInput,
    kind: string,
    answer: (caller: LinkCaller) => Promise<HttpOutput>,
  ): Promise<HttpOutput> => {
    const caller = await links.linkOf(input.headers, input.address ?? "");
    if (caller === null) throw unknownKey();
    if (count !== null) admitted(await count(`link ${kind} ${caller.vesselId}`), PER_MINUTE);
    const output = await answer(caller).catch((fault: unknown) => {
      if (fault instanceof ApiError && fault.status === 401) links.forget(caller);
      throw fault;
    });
    if (output.status === 401) links.forget(caller);
    return output;
  };
  const exchange: OpenStream = (input, begin) => {
    if (input.method === "GET")
      return asLink(input, "poll", (caller) => answerPoll(polls, caller, input, begin));
    return asLink(input, "exchange", async (caller) => {
      if (input.method !== "POST") throw methodNotAllowed(input.method, "GET, POST");
      await refuseTooLarge(input.body);
      return call(engine, input, caller, { method: "POST", path: "/rpc/link_exchange_fn" });
    });
  };
  const askHas = async (input: EngineInput, caller: LinkCaller): Promise<HttpOutput> => {
    if (input.method !== "GET") throw methodNotAllowed(input.method, "GET");
    const stream = new URLSearchParams(input.query).get("stream") ?? "";
    const answer = await call(engine, input, caller, {
      method: "GET",
      path: "/rpc/link_has_fn",
      query: new URLSearchParams({ stream }).toString(),
    });
    if (answer.status === 200 && "foreign" in told(answer)) throw othersStream();
    return answer;
  };
  const has: OpenStream = (input) => asLink(input, "has", (caller) => askHas(input, caller));
  return [
    ["/link", exchange],
    ["/link/has", has],
    ["/link/pair", pairingEndpoint(polls.service, guesses)],
  ];
}

/** Calls a procedure as the link. */
async function call(
  engine: Pick<Engine, "handle">,
  input: EngineInput,
  caller: LinkCaller,
  { method, path, query = "" }: { readonly method: string; readonly path: string; readonly query?: string },
): Promise<HttpOutput> {
  const isRead = method === "GET";
  const answer = await engine.handle({
    ...input,
    method,
    path,
    query,
    headers: isRead ? {} : { "content-type": "text/plain" },
    body: isRead ? Buffer.alloc(0) : input.body,
    caller: Promise.resolve(caller),
    current: true,
  });
  if (answer.status !== 200) return answer;
  const body = answer.body?.toString() ?? "";
  // By satellite every byte is paid for, and the answer has no time.
  return isRead || "time" in told(answer) ? { ...json(200, {}), body } : bare(body);
}

/** The members of an answer. */
function told({ body }: HttpOutput): Readonly<Record<string, unknown>> {
  const members = parseJson(body?.toString() ?? "");
  return isRecord(members) ? members : {};
}

function unknownKey(): ApiError {
  return new ApiError({
    code: "PT401",
    status: 401,
    message: "This key is not known",
    hint: "Pair the boat again in the dashboard.",
    headers: [["WWW-Authenticate", "Bearer"]],
  });
}
