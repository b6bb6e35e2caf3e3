/** The record of the last verified backup. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@wakelog/kit/json/json.ts";
import { z } from "zod";

const LastBackup = z.object({
  taken: z.iso.datetime(),
  bytes: z.number(),
});
export type LastBackup = z.infer<typeof LastBackup>;

const pathIn = (dataDir: string): string => join(dataDir, "last-backup.json");

export async function keepRecord(dataDir: string, last: LastBackup): Promise<void> {
  const draft = `${pathIn(dataDir)}.${process.pid}`;
  await writeFile(draft, JSON.stringify(last));
  await rename(draft, pathIn(dataDir));
}

/** @returns null if there is none */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(pathIn(dataDir), "utf8").catch(() => "");
  return LastBackup.safeParse(parseJson(text)).data ?? null;
}

/** Time of the last verified backup, milliseconds since 1970; or null. */
export async function lastBackupTime(dataDir: string): Promise<number | null> {
  const last = await lastBackup(dataDir);
  return last === null ? null : Date.parse(last.taken);
}
