/** Who the boat is to the shore: its key, kept in a file that only the server's user may read. */
import { randomBytes } from "node:crypto";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../buffer/row.ts";
import { readLineFile, writeLineFile } from "../disk/line-file.ts";

/** What pairing gave. */
export interface Paired {
  /** The API's address. */
  readonly server: string;
  readonly key: string;
  readonly vessel: { readonly id: string; readonly name: string };
}

/** The key file. */
export class Identity {
  readonly #path: string;
  /** 128 random bits, made once aboard. */
  readonly device: string;
  #paired: Paired | null;

  constructor(folder: string) {
    this.#path = join(folder, "key.json");
    const read = readKey(this.#path);
    this.device = read.device ?? randomBytes(16).toString("hex");
    this.#paired = read.paired;
    if (read.device === null) this.#tryWrite();
  }

  /** What pairing gave; null before. */
  get paired(): Paired | null {
    return this.#paired;
  }

  /** Keeps what pairing gave. @throws if the disk refuses */
  keep(paired: Paired): void {
    this.#paired = paired;
    this.#write();
  }

  /** Follows the server to another address, unless the boat has been paired again since. @throws if the disk refuses */
  move(paired: Paired, server: string): void {
    if (this.#paired?.key === paired.key) this.keep({ ...this.#paired, server });
  }

  #tryWrite(): void {
    try {
      this.#write();
    } catch {
      // Another device until the disk has room: pairing must be started again then.
    }
  }

  #write(): void {
    writeLineFile(this.#path, { device: this.device, paired: this.#paired }, { sync: true, mode: 0o600 });
    chmodSync(this.#path, 0o600);
  }
}

function readKey(path: string): { device: string | null; paired: Paired | null } {
  const json = readLineFile(path);
  if (!isRecord(json)) return { device: null, paired: null };
  return { device: typeof json.device === "string" ? json.device : null, paired: pairedOf(json.paired) };
}

function pairedOf(json: unknown): Paired | null {
  if (!isRecord(json) || typeof json.server !== "string" || typeof json.key !== "string") return null;
  return { server: json.server, key: json.key, vessel: vesselOf(json.vessel) };
}

/** Reads the boat that pairing names. */
export function vesselOf(json: unknown): Paired["vessel"] {
  const { id, name } = isRecord(json) ? json : {};
  return {
    id: typeof id === "string" || typeof id === "number" ? String(id) : "",
    name: typeof name === "string" ? name : "",
  };
}
