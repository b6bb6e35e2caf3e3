/** Which rows are ashore, by the stream in which a boat ashore took them. */
import { randomBytes } from "node:crypto";
import { type Range, Ranges, rangesOf } from "./ranges.ts";
import { isRecord } from "./row.ts";

/** Numbers by stream. */
export type Taken = Readonly<Record<string, readonly Range[]>>;

/** A name for a stream. */
export function streamName(): string {
  return BigInt(`0x${randomBytes(8).toString("hex")}`)
    .toString(36)
    .padStart(13, "0")
    .slice(-12);
}

/** Reads numbers by stream from JSON. */
export function takenOf(json: unknown): Taken {
  const taken: Record<string, readonly Range[]> = {};
  for (const [stream, ranges] of isRecord(json) ? Object.entries(json) : [])
    taken[stream] = rangesOf(ranges) ?? [];
  return taken;
}

/** The rows that are ashore. A server answers for its own stream alone: what other boats took stays taken. */
export class Ashore {
  readonly #taken: Map<string, Ranges>;

  constructor(taken: Taken) {
    this.#taken = new Map(Object.entries(taken).map(([stream, ranges]) => [stream, new Ranges(ranges)]));
  }

  /** Whether a row is ashore, in whatever stream. */
  has(number: number): boolean {
    for (const ranges of this.#taken.values()) if (ranges.has(number, number)) return true;
    return false;
  }

  /** A row was taken in a stream. */
  add(stream: string, number: number): void {
    const ranges = this.#taken.get(stream) ?? new Ranges();
    ranges.add(number, number);
    this.#taken.set(stream, ranges);
  }

  /** Takes the shore's word for what it has of a stream. @returns whether it lacks what it had taken */
  replace(stream: string, has: readonly Range[]): boolean {
    const [before, now] = [this.#taken.get(stream)?.toJSON() ?? [], new Ranges(has)];
    this.#taken.set(stream, now);
    return before.some(([from, to]) => !now.has(from, to));
  }

  /** All numbers. */
  numbers(): readonly Range[] {
    return new Ranges([...this.#taken.values()].flatMap((ranges) => ranges.toJSON())).toJSON();
  }

  /** The numbers by stream. @param but leaves a stream out */
  byStream(but: string | null = null): Taken {
    const others = [...this.#taken].filter(([stream]) => stream !== but);
    return Object.fromEntries(others.map(([stream, ranges]) => [stream, ranges.toJSON()]));
  }
}
