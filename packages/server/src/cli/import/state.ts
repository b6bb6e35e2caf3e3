/** Import progress of a file and vessel. Stored separately, so that it can be deleted at any time. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const saved = z.object({
  file: z.string(),
  rows: z.number(),
  accepted: z.number(),
  /** Positions covered by another recording. */
  covered: z.number().default(0),
  refused: z.record(z.string(), z.number()),
  from: z.number().nullable(),
  to: z.number().nullable(),
  done: z.boolean(),
});

/** Totals of all answered rows, in this and earlier runs. */
export type ImportState = z.infer<typeof saved>;

/** The stored state of one file, vessel, service and reader. */
export interface StateFile {
  /** Null if nothing has been sent yet. */
  load(): Promise<ImportState | null>;
  save(state: ImportState): Promise<void>;
}

/** @param identity everything that determines which rows are sent where */
export function stateFile(folder: string, identity: readonly string[]): StateFile {
  const name = createHash("sha256").update(identity.join("\n")).digest("hex").slice(0, 32);
  const path = join(folder, `${name}.json`);
  return {
    async load() {
      const text = await readFile(path, "utf8").catch(() => null);
      if (text === null) return null;
      try {
        return saved.parse(JSON.parse(text));
      } catch {
        return null;
      }
    },
    async save(state) {
      await mkdir(folder, { recursive: true });
      await writeFile(`${path}.new`, JSON.stringify(state));
      await rename(`${path}.new`, path);
    },
  };
}
