/** A file that a command is to write: looked at before the work, which may take minutes. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/**
 * @param usual a name, for an example
 * @throws Error if it is a folder, or there is none to write it into
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
