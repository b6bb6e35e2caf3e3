/**
 * Combines the measurements of all processes. Events are reported to the first process, whose counters thus outlive the
 * others; current values are collected from each process and added up.
 */

import type { Figures, Instruments } from "@wakelog/kit/instruments.ts";
import type { Observation, Observe } from "@wakelog/kit/observe.ts";
import { z } from "zod";
import type { Line } from "./line.ts";
import type { Processes } from "./processes.ts";

/** Reporting interval, milliseconds. */
const TELL_MS = 100;

const seen = z.array(
  z.union([
    z
      .object({
        method: z.string(),
        route: z.string(),
        status: z.number(),
        milliseconds: z.number(),
      })
      .transform((one): Observation => ({ ...one, kind: "answered", path: "", role: null })),
    z.literal("fault").transform((kind): Observation => ({ kind, where: "", cause: null })),
    z.literal("database-lost").transform((kind): Observation => ({ kind, cause: null })),
    z.enum(["primary", "replica"]).transform((place): Observation => ({ kind: "read", place })),
  ]),
);

/** prom-client's form; numbers that are not finite are null in JSON. */
const figures = z.array(
  z.looseObject({
    name: z.string(),
    aggregator: z.string(),
    values: z.array(z.looseObject({ value: z.number().nullable().transform(Number) })),
  }),
);

/** Reports events to the first process, and current values on request. */
export function tellMeasurements(line: Line, instruments: Instruments): Observe {
  let waiting: unknown[] = [];
  const tell = (): void => {
    if (waiting.length > 0) line.tell("seen", waiting);
    waiting = [];
  };
  line.on("figures", async () => {
    const now = await instruments.figures();
    // Before the response, so that it is counted by then.
    tell();
    return now;
  });
  return (o) => {
    const event = countable(o);
    if (event !== null && waiting.push(event) === 1) setTimeout(tell, TELL_MS).unref();
  };
}

function countable(o: Observation): unknown {
  if (o.kind === "fault" || o.kind === "database-lost") return o.kind;
  if (o.kind === "read") return o.place;
  if (o.kind !== "answered") return null;
  const { method, route, status, milliseconds } = o;
  return { method, route, status, milliseconds };
}

/** Counts the events of another process. */
export function countMeasurements(line: Line, observe: Observe): void {
  line.on("seen", (events) => {
    for (const one of seen.parse(events)) observe(one);
  });
}

/** Current values of the other processes. */
export async function figuresOf(processes: Processes): Promise<readonly Figures[]> {
  return (await processes.ask("figures")).map((one) => figures.parse(one));
}
