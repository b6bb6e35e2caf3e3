/** Reads a backup and compares every file with its checksum. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { FILES, type Manifest, readManifest } from "./manifest.ts";
import { type TarEntry, tarEntries } from "./tar.ts";

/** The file is not a complete backup. */
class DamagedBackupError extends Error {
  constructor(path: string, reason: string, cause?: unknown) {
    super(`${path} is damaged or not a backup: ${reason}; nothing was written`, { cause });
    this.name = "DamagedBackupError";
  }
}

/** Receives the files and folders of a backup in order. Content it does not read is still checked. */
export interface BackupTaker {
  folder(name: string): Promise<void>;
  file(name: string, content: AsyncIterable<Buffer>): Promise<void>;
}

const IGNORES_CONTENT: BackupTaker = { folder: async () => {}, file: async () => {} };

/**
 * Reads a backup to its end.
 * @param taker receives contents before the checksums are verified; to be sure, read once without it first
 * @throws DamagedBackupError if anything is missing or altered
 */
export async function readBackup(path: string, taker: BackupTaker = IGNORES_CONTENT): Promise<Manifest> {
  const packed = createReadStream(path);
  const unpacked = createGunzip();
  packed.on("error", (cause) => unpacked.destroy(cause)).pipe(unpacked);
  try {
    return await readEntries(tarEntries(unpacked), taker);
  } catch (cause) {
    if (cause instanceof Error && "syscall" in cause) throw cause;
    throw new DamagedBackupError(path, cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

async function readEntries(entries: AsyncIterable<TarEntry>, taker: BackupTaker): Promise<Manifest> {
  const sums = new Map<string, string>();
  let manifest: Manifest | null = null;
  let expected: string | null = null;
  for await (const entry of entries) {
    const { name, type } = entry;
    if (expected !== null || sums.has(name)) throw new Error(`${name} occurs twice`);
    if (!staysInside(name)) throw new Error(`${name} does not belong in it`);
    if (type === "folder") {
      await taker.folder(name);
    } else if (name === FILES.sums) {
      expected = await textOf(entry.content);
    } else if (manifest === null) {
      if (name !== FILES.manifest) throw new Error(`it does not begin with ${FILES.manifest}`);
      const text = await textOf(entry.content);
      sums.set(name, createHash("sha256").update(text).digest("hex"));
      manifest = readManifest(text);
      if (manifest === null)
        throw new Error(`its ${FILES.manifest} has a format that this release does not know`);
    } else {
      const sum = createHash("sha256");
      const content = summing(entry.content, (piece) => void sum.update(piece));
      await taker.file(name, content);
      for await (const _ of content);
      sums.set(name, sum.digest("hex"));
    }
  }
  if (manifest === null || expected === null) throw new Error("it is truncated");
  const found = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join("");
  if (found !== expected) throw new Error("its files do not match their checksums");
  return manifest;
}

/** Whether a path stays within the folder: the file is untrusted. */
function staysInside(name: string): boolean {
  const [top = "", ...below] = name.replace(/\/$/, "").split("/");
  const alone: readonly string[] = [FILES.manifest, FILES.sums, ...FILES.secrets];
  if (top !== FILES.cluster) return below.length === 0 && alone.includes(top);
  return !below.some((part) => part === ".." || part.includes("\\") || part.includes("\0"));
}

async function* summing(
  content: AsyncIterable<Buffer>,
  take: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    take(piece);
    yield piece;
  }
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
