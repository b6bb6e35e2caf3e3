/** The free space of the disk that the database is on: below a floor nothing is written. */
import { statfs } from "node:fs/promises";
import { diskFull } from "@wakelog/data-api/engine/errors/connection-errors.ts";
import type { Observe } from "@wakelog/kit/observe.ts";

/** How long one look at the disk counts, milliseconds. A boat fills 30 MB in it. */
const LOOK_MS = 1_000;

/** Whether there is room to write. */
export interface FreeDisk {
  /** How many bytes are missing; 0 if there is room, or if the disk is on another machine. */
  lacking(): Promise<number>;
}

/**
 * @param folder of the database; null if it is on another machine, whose disk cannot be seen
 * @param least bytes that must be free
 * @param observe is called when the disk becomes full, and when there is room again
 */
export function freeDisk(folder: string | null, least: number, observe: Observe): FreeDisk {
  let looked = Number.NEGATIVE_INFINITY;
  let found = Promise.resolve(0);
  let before = 0;
  async function look(path: string): Promise<number> {
    // A disk that cannot be asked is the database's to complain about.
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
      if (folder === null || least === 0) return found;
      if (performance.now() - looked > LOOK_MS) {
        looked = performance.now();
        found = look(folder);
      }
      return found;
    },
  };
}

/** Bytes that an unprivileged user may still write. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
