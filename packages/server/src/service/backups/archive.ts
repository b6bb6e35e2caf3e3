/** The bytes of a backup: one tar archive, before compression. */
import { createHash } from "node:crypto";
import type { ServerCopy } from "@wakelog/data-api/db/base-backup.ts";
import { FILES, type Manifest } from "./manifest.ts";
import { END_OF_ARCHIVE, fileHeader, headerBelow, padding, tarEntries } from "./tar.ts";

export interface BackupParts {
  readonly manifest: Manifest;
  /** Generated secrets by file name. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly copy: Pick<ServerCopy, "archive" | "manifest">;
}

/** All files of a backup; their checksums come last. */
export async function* backupArchive({ manifest, secrets, copy }: BackupParts): AsyncGenerator<Buffer> {
  const seconds = Date.parse(manifest.taken) / 1000;
  const sums: string[] = [];
  const file = function* (name: string, content: Buffer): Generator<Buffer> {
    yield fileHeader(name, content.length, seconds);
    sums.push(`${createHash("sha256").update(content).digest("hex")}  ${name}\n`);
    yield content;
    yield padding(content.length);
  };
  yield* file(FILES.manifest, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const [name, content] of secrets) yield* file(name, Buffer.from(content));
  for await (const { name, type, size, block, content } of tarEntries(copy.archive)) {
    const sum = createHash("sha256");
    yield headerBelow(FILES.cluster, block);
    for await (const piece of content) {
      sum.update(piece);
      yield piece;
    }
    yield padding(size);
    if (type === "file") sums.push(`${sum.digest("hex")}  ${FILES.cluster}/${name}\n`);
  }
  yield* file(`${FILES.cluster}/backup_manifest`, copy.manifest());
  yield* file(FILES.sums, Buffer.from(sums.join("")));
  yield END_OF_ARCHIVE;
}
