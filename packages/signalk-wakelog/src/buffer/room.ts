/** Keeping the buffer within its limit: what is ashore goes first, then what is least missed. */
import { existsSync, renameSync, rmSync, statfsSync } from "node:fs";
import { FLAG, rowToJson } from "./row.ts";
import type { RowBuffer } from "./row-buffer.ts";
import { type Entry, Segment } from "./segment.ts";

const KEPT_MS = 30 * 86_400_000;
const KEPT_ROWS = FLAG.alarms | FLAG.tripEnd;
const MEGABYTE = 1_000_000;
/** Segments are an eighth of the limit at most, so that removing one makes room. */
const LEAST_SEGMENTS = 8;
/** By then only rows are left that stay. */
const MOST_LEVELS = 16;

/** Bytes that the buffer may take: never more than half of what was free. */
export function limitOf(folder: string, megabytes: number, own: number): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(megabytes * MEGABYTE, Math.floor((bavail * bsize + own) / 2));
}

/** Keeps a buffer within its limit. */
export class Room {
  readonly #buffer: RowBuffer;
  /** Bytes. */
  readonly limit: number;

  constructor(buffer: RowBuffer, limit: number) {
    this.#buffer = buffer;
    this.limit = limit;
    buffer.limitSegments(limit / LEAST_SEGMENTS);
  }

  /** Takes one step towards the limit. @param now true time; @returns whether there may be another */
  step(now: number): boolean {
    const { shelf, dating } = this.#buffer;
    const done = shelf.segments.slice(0, -1).filter(({ waiting }) => waiting === 0);
    const [oldest] = done;
    if (oldest === undefined) return shelf.size > this.limit && this.#thin();
    const newest = oldest.entries.at(-1);
    const isOld = newest === undefined || dating.timeOf(newest).time < now - KEPT_MS;
    if (!isOld && shelf.size <= this.limit) return false;
    shelf.remove(oldest);
    return true;
  }

  /** Makes room on a full disk. @returns whether anything could go */
  free(): boolean {
    const { shelf } = this.#buffer;
    const oldest = shelf.segments.slice(0, -1).find(({ waiting }) => waiting === 0);
    if (oldest === undefined) return false;
    shelf.remove(oldest);
    return true;
  }

  /** Thins the oldest of the segments that were thinned least. */
  #thin(): boolean {
    const { shelf } = this.#buffer;
    const full = shelf.segments.slice(0, -1);
    const level = full.reduce((least, { thinned }) => Math.min(least, thinned), Number.POSITIVE_INFINITY);
    const segment = full.find(({ thinned }) => thinned === level);
    if (segment === undefined || level >= MOST_LEVELS) return false;
    const kept = thinnedBy(level, segment.entries, (number) => shelf.isAcknowledged(number));
    const lost = segment.waiting - kept.filter(({ number }) => !shelf.isAcknowledged(number)).length;
    if (kept.length === 0) shelf.remove(segment);
    else if (kept.length < segment.entries.length) this.#copy(segment, kept, level + 1);
    else segment.thinned = level + 1;
    this.#buffer.countThinned(lost);
    return true;
  }

  #copy(segment: Segment, kept: readonly Entry[], thinned: number): void {
    const path = `${segment.path}.new`;
    if (existsSync(path)) rmSync(path);
    const copy = new Segment(path);
    try {
      copy.append([...this.#buffer.header(), { thinned }], null);
      for (const row of segment.rows(kept)) copy.append([], { json: rowToJson(row), head: row });
      copy.close();
      renameSync(path, segment.path);
    } catch (error) {
      copy.close();
      rmSync(path, { force: true });
      throw error;
    }
    this.#buffer.shelf.replace(segment, copy.movedTo(segment.path, thinned));
  }
}

/**
 * What is left of a segment: first only what is not ashore, then of the rows at rest one of four, then of twelve, then
 * of those under way every second, again and again. Alarms and the ends of trips stay.
 */
export function thinnedBy(
  level: number,
  entries: readonly Entry[],
  isAshore: (number: number) => boolean,
): readonly Entry[] {
  const waiting = entries.filter(({ number }) => !isAshore(number));
  if (level === 0) return waiting;
  const thinsUnderway = level > 2;
  const each = level === 1 ? 4 : level === 2 ? 3 : 2;
  let count = 0;
  return waiting.filter(({ flags }) => {
    if ((flags & KEPT_ROWS) !== 0 || ((flags & FLAG.underway) !== 0) !== thinsUnderway) return true;
    count += 1;
    return count % each === 1;
  });
}
