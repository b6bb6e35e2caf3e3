/** Whether a folder can hold what the service keeps, and why it cannot. */
import { constants, existsSync } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";

const READ_ONLY = "its disk is mounted read-only";
const NOT_ALLOWED = "this user may not write there";

/** @throws Error that names the setting, if the data directory can neither be used nor made */
export async function refuseUnusable(dataDir: string): Promise<void> {
  const reason = await whyUnusable(dataDir);
  if (reason !== null)
    throw new Error(`WAKELOG_DATA_DIR is ${dataDir}: ${reason}. Change that, or choose another folder.`);
}

/** Why a folder, or the one that it would be made in, cannot be written; null if it can. */
export async function whyUnusable(folder: string): Promise<string | null> {
  const there = nearest(folder);
  if (!(await stat(there)).isDirectory()) return `${there} is a file, and a folder is needed`;
  try {
    await access(there, constants.W_OK | constants.X_OK);
    return null;
  } catch (cause) {
    const isReadOnly = cause instanceof Error && "code" in cause && cause.code === "EROFS";
    return isReadOnly ? READ_ONLY : NOT_ALLOWED;
  }
}

/** The folder, or the one that it will be made in. */
export function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
