/** Counts what is written to the disk. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished } from "vitest";

/** What was written since counting began. */
export interface Written {
  readonly bytes: number;
  readonly syncs: number;
}

/** Counts bytes and syncs, for the present test. */
export function countWrites(): Written {
  const { fsyncSync, writeSync } = fs;
  const written = { bytes: 0, syncs: 0 };
  Object.assign(fs, {
    fsyncSync: (file: number) => {
      written.syncs += 1;
      fsyncSync(file);
    },
    writeSync: (file: number, bytes: Buffer, from?: number) => {
      const count = writeSync(file, bytes, from);
      written.bytes += count;
      return count;
    },
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { fsyncSync, writeSync });
    syncBuiltinESMExports();
  });
  return written;
}
