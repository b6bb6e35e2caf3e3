/** Unpacks a backup to disk. */
import { mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { give, type Identity } from "../../database/postgres-server/unprivileged.ts";
import type { BackupTaker } from "./backup-file.ts";
import { FILES } from "./manifest.ts";

export interface UnpackingPlace {
  /** The cluster's folder, to be created. */
  readonly cluster: string;
  /** Folder for the generated secrets; null to skip them. */
  readonly secrets: string | null;
  /** Owner of the cluster's files. */
  readonly identity: Identity | null;
  /** Whether to sync each file before writing the next. */
  readonly durable: boolean;
}

/** Writes the files of a backup; none may exist yet. */
export async function unpacker({
  cluster,
  secrets,
  identity,
  durable,
}: UnpackingPlace): Promise<BackupTaker> {
  await mkdir(cluster, { mode: 0o700 });
  give(cluster, identity);
  const inCluster = (name: string): string => join(cluster, name.slice(FILES.cluster.length + 1));
  return {
    async folder(name) {
      await mkdir(inCluster(name), { mode: 0o700 });
      give(inCluster(name), identity);
    },
    async file(name, content) {
      if (name.startsWith(`${FILES.cluster}/`)) {
        const file = await open(inCluster(name), "wx", 0o600);
        try {
          for await (const piece of content) await file.write(piece);
          if (durable) await file.sync();
        } finally {
          await file.close();
        }
        give(inCluster(name), identity);
      } else if (secrets !== null) {
        await writeFile(join(secrets, name), content, { mode: 0o600, flag: "wx", flush: durable });
      }
    },
  };
}
