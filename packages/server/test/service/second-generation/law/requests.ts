/** Random requests that both addresses are asked: most of them are served, and some are nonsense. */
import fc from "fast-check";
import type { z } from "zod";
import type { swagger } from "../../../../../../test/support/swagger.ts";
import { soundCalls, wildCalls } from "./calls.ts";
import { CALLERS, type CallerName, type Fleet } from "./fleet.ts";
import { soundReads, wildReads } from "./reads.ts";
import { visits } from "./visitors.ts";
import { soundWrites, wildWrites } from "./writes.ts";

/** A request without its address. */
export interface Asked {
  readonly caller: CallerName;
  readonly method: string;
  /** The relation, or `rpc/` and the procedure. */
  readonly name: string;
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What requests are made of. */
export interface Known {
  readonly document: z.infer<typeof swagger>;
  readonly fleet: Fleet;
  /** Ids of all tables, also others', and unused ones. */
  readonly ids: readonly number[];
  /** Values in the rows of each relation, by column. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Days on which the boat sailed, as `2026-06-14`. */
  readonly days: readonly string[];
  /** When a log of hours was under way, RFC 3339. */
  readonly underWay: readonly string[];
  /** Procedures that change something, as `rpc/name`. */
  readonly writing: ReadonlySet<string>;
}

/** Callers who read, weighted by how they use the API. */
const reader = fc.oneof(
  { weight: 6, arbitrary: fc.constant<CallerName>("user") },
  {
    weight: 5,
    arbitrary: fc.constantFrom<CallerName>(
      "skipper",
      "crew",
      "guest",
      "bot",
      "assistant",
      "vessel",
      "neighbour",
    ),
  },
);
const writer = fc.oneof(
  { weight: 6, arbitrary: fc.constant<CallerName>("user") },
  { weight: 2, arbitrary: fc.constantFrom<CallerName>("skipper", "crew", "neighbour") },
  { weight: 1, arbitrary: fc.constantFrom(...CALLERS) },
);
const anybody = fc.oneof(
  { weight: 3, arbitrary: fc.constant<CallerName>("user") },
  { weight: 4, arbitrary: fc.constantFrom(...CALLERS) },
);

/** Requests of the API that the document describes. */
export function requestsOf(known: Known): fc.Arbitrary<Asked> {
  const description = fc.record({
    caller: anybody,
    method: fc.constantFrom("GET", "HEAD"),
    name: fc.constant(""),
    query: fc.constant([]),
    headers: fc.constant({}),
  });
  return fc.oneof(
    { weight: 10, arbitrary: soundReads(known, reader) },
    { weight: 8, arbitrary: soundCalls(known, reader) },
    { weight: 9, arbitrary: soundWrites(known, writer) },
    { weight: 4, arbitrary: visits(known) },
    { weight: 5, arbitrary: wildReads(known, anybody) },
    { weight: 3, arbitrary: wildCalls(known, anybody) },
    { weight: 3, arbitrary: wildWrites(known, anybody) },
    { weight: 1, arbitrary: description },
  );
}
