/** An output file, checked before work that may take minutes. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * @param usual a file name for examples
 * @throws Error if it is a folder, or its folder does not exist
 */
export function writtenFile(given: string, usual: string): string {
  const path = resolve(given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true)
    throw new Error(`${given} is a folder; name a file in it, such as ${join(given, usual)}`);
  const folder = dirname(path);
  if (!existsSync(folder))
    throw new Error(`there is no folder ${folder} for ${basename(path)}; make it first`);
  return path;
}
