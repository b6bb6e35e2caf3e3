/**
 * Signal K deltas in a log, and their vessels: a boat's server also passes on other vessels' deltas.
 * @see https://signalk.org/specification/1.7.0/doc/data_model.html
 */
import { z } from "zod";

const value = z.object({ path: z.string(), value: z.unknown() });
const update = z.object({ timestamp: z.string().optional(), values: z.array(value).default([]) });
const delta = z.object({ context: z.string().default(""), updates: z.array(update) });
const hello = z.object({ self: z.string() });

/** The parsed part of a delta. */
export type Delta = z.infer<typeof delta>;

/** A delta, or the server's own name; null if it is neither. */
export function parseDelta(json: unknown): Delta | { readonly self: string } | null {
  return delta.safeParse(json).data ?? hello.safeParse(json).data ?? null;
}

/** Whether a line holds a delta. */
export function hasDelta(line: string): boolean {
  return line.includes("{") && line.includes('"updates"');
}

/** Paths that only the vessel itself knows and does not send by AIS. */
const OWN =
  /^(?:environment|electrical|propulsion|tanks|steering)\.|^navigation\.(?:speedThroughWater|log|trip|gnss|attitude|headingMagnetic|magneticVariation)/;
/** Vessels distinguished per log. */
const MOST_CONTEXTS = 10_000;

/** Finds the boat's own context. */
export class OwnContext {
  #self: string | null = null;
  /** Own-vessel readings by context. */
  readonly #readings = new Map<string, number>();
  #chosen: string | null = null;

  /** First reading: takes a delta. */
  learn(found: Delta | { readonly self: string }): void {
    if ("self" in found) {
      this.#self = withoutRoot(found.self);
      return;
    }
    const context = withoutRoot(found.context);
    if (context === "") {
      this.#self ??= "";
      return;
    }
    if (!this.#readings.has(context) && this.#readings.size >= MOST_CONTEXTS) return;
    const count = found.updates.flatMap(({ values }) => values).filter(({ path }) => OWN.test(path)).length;
    this.#readings.set(context, (this.#readings.get(context) ?? 0) + count);
  }

  /**
   * Ends the first reading.
   * @param isAlone whether the log has only deltas, so that a single context is the boat
   */
  settle(isAlone: boolean): void {
    const [most, ...others] = [...this.#readings].sort(([, a], [, b]) => b - a);
    if (most !== undefined && (most[1] > 0 || (isAlone && others.length === 0))) this.#chosen = most[0];
    if (this.#self !== null) this.#chosen = this.#self;
  }

  /** Whether a delta is about the boat. */
  has({ context }: Delta): boolean {
    const name = withoutRoot(context);
    return name === "" || name === this.#chosen;
  }
}

/** A vessel's name without its root; empty for the server itself. */
function withoutRoot(context: string): string {
  const name = context.replace(/^vessels\./, "");
  return name === "self" ? "" : name;
}
