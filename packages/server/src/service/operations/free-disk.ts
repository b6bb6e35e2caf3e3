/** Free space on the database's disk; below a minimum, writes are refused. */
import { statfs } from "node:fs/promises";
import { diskFull } from "@wakelog/data-api/engine/errors/connection-errors.ts";
import type { Observe } from "@wakelog/kit/observe.ts";

/** How long a measurement is cached, milliseconds. A boat writes 30 MB in that time. */
const CACHE_MS = 1_000;

export interface FreeDisk {
  /** Missing bytes; 0 if there is room, or if the disk is on another machine. */
  lacking(): Promise<number>;
}

/**
 * @param folder of the database; null if on another machine, whose disk cannot be seen
 * @param least bytes that must be free
 * @param observe called when the disk becomes full, and when there is room again
 */
export function freeDisk(folder: string | null, least: number, observe: Observe): FreeDisk {
  let measuredAt = Number.NEGATIVE_INFINITY;
  let measured = Promise.resolve(0);
  let before = 0;
  async function measure(path: string): Promise<number> {
    // If the disk cannot be read, leave the complaint to the database.
    const free = await freeBytes(path).catch(() => Number.POSITIVE_INFINITY);
    const lacking = Math.max(0, least - free);
    if (lacking > 0 !== before > 0)
      observe({
        kind: "notice",
        what: "disk",
        text: lacking > 0 ? diskFull().message : "has room again",
      });
    before = lacking;
    return lacking;
  }
  return {
    lacking() {
      if (folder === null || least === 0) return measured;
      if (performance.now() - measuredAt > CACHE_MS) {
        measuredAt = performance.now();
        measured = measure(folder);
      }
      return measured;
    },
  };
}

/** Bytes available to an unprivileged user. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
