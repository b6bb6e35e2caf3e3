/** What a request may cost, known from its headers before its body is read. */
import type { IncomingHttpHeaders } from "node:http";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { EngineInput } from "../engine/engine.ts";
import { ApiError } from "../errors.ts";
import { MINUTE } from "../time/units.ts";
import { isPreflight } from "./cors.ts";

/** How a request is let in. */
export interface Admitted {
  /** Largest body after decompression, bytes. */
  readonly bodyBytes: number;
  /** Requests a minute for all that are counted together; null if they are not counted. */
  readonly perMinute: number | null;
  /** What requests are counted by. */
  readonly counted: string;
  /** Who sent it, if that was looked up; rejects as the engine would. */
  readonly caller?: NonNullable<EngineInput["caller"]>;
}

/** Looks at the headers, names in lower case, and at the peer's address. Never rejects. */
export type Admit = (headers: Readonly<Record<string, string>>, address: string) => Promise<Admitted>;

/** Browsers ask once more before most requests of a page; the answer costs next to nothing. */
const PREFLIGHTS_PER_MINUTE = 6_000;

/** Lets every request in alike, with bodies of so many bytes, and counts none. */
export function admitAlike(bodyBytes: number): Admit {
  return async (_headers, address) => ({ bodyBytes, perMinute: null, counted: address });
}

const admitted = new WeakMap<FastifyRequest, Admitted>();

/** Looks at every request before its body, and refuses those that are too many. */
export async function admitRequests(server: FastifyInstance, admit: Admit): Promise<void> {
  server.addHook("onRequest", async (request) => {
    const found = await admit(headersOf(request.headers), request.ip);
    admitted.set(request, isPreflight(request.method, request.headers) ? preflightOf(found) : found);
  });
  await server.register(rateLimit, {
    timeWindow: MINUTE,
    max: (request) => admittedAs(request).perMinute ?? Number.POSITIVE_INFINITY,
    keyGenerator: (request) => admittedAs(request).counted,
    allowList: (request) => admittedAs(request).perMinute === null,
    errorResponseBuilder: (_request, context) => tooMany(Math.ceil(context.ttl / 1000)),
  });
}

/** How a request was let in. @throws Error if nobody looked at it */
export function admittedAs(request: FastifyRequest): Admitted {
  const found = admitted.get(request);
  if (found === undefined) throw new Error("a request was not looked at before it was served");
  return found;
}

/** Headers as the engine takes them: one text for each name. */
export function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

function preflightOf(found: Admitted): Admitted {
  const perMinute = found.perMinute === null ? null : PREFLIGHTS_PER_MINUTE;
  return { ...found, perMinute, counted: `preflight ${found.counted}` };
}

function tooMany(seconds: number): ApiError {
  return new ApiError({
    code: "PT429",
    status: 429,
    message: "Too many requests",
    hint: `Wait ${seconds} s and try again.`,
    headers: [["Retry-After", String(seconds)]],
  });
}
