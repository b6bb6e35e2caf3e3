/** A disk that forgets what was not synced. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { emptyFolder } from "../folder.ts";

/** Watches what is synced, for the present test. */
export class ForgetfulDisk {
  /** Bytes of each file that a power cut leaves. */
  readonly #synced = new Map<string, number>();
  /** What a renamed file replaced. */
  readonly #replaced = new Map<string, Buffer | null>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
    const { openSync, fsyncSync, renameSync, ftruncateSync } = fs;
    const paths = new Map<number, string>();
    Object.assign(fs, {
      openSync: (path: string, ...more: [string, number?]) => {
        const file = openSync(path, ...more);
        paths.set(file, path);
        if (more[0] === "w") this.#synced.set(path, 0);
        return file;
      },
      fsyncSync: (file: number) => {
        fsyncSync(file);
        this.#synced.set(paths.get(file) ?? "", fs.fstatSync(file).size);
      },
      ftruncateSync: (file: number, length: number) => {
        ftruncateSync(file, length);
        const path = paths.get(file) ?? "";
        this.#synced.set(path, Math.min(length, this.#synced.get(path) ?? 0));
      },
      renameSync: (from: string, to: string) => {
        this.#replaced.set(to, fs.existsSync(to) ? fs.readFileSync(to) : null);
        renameSync(from, to);
        this.#synced.set(to, this.#synced.get(from) ?? 0);
      },
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      Object.assign(fs, { openSync, fsyncSync, renameSync, ftruncateSync });
      syncBuiltinESMExports();
    });
  }

  /** The power fails. @returns the folder as it is found afterwards, elsewhere */
  cut(folder: string): string {
    const found = emptyFolder();
    for (const path of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const [from, to] = [join(folder, path), join(found, path)];
      if (fs.statSync(from).isDirectory()) {
        fs.mkdirSync(to, { recursive: true });
        continue;
      }
      const bytes = this.#left(from);
      fs.mkdirSync(join(to, ".."), { recursive: true });
      if (bytes !== null) {
        fs.writeFileSync(to, bytes);
        this.#synced.set(to, bytes.length);
      }
    }
    return found;
  }

  #left(path: string): Buffer | null {
    const replaced = this.#replaced.get(path);
    // A rename reaches the disk when it likes.
    if (replaced !== undefined && this.#random() < 0.3) return replaced;
    const bytes = fs.readFileSync(path);
    const least = Math.min(bytes.length, this.#synced.get(path) ?? 0);
    return bytes.subarray(0, least + Math.floor(this.#random() * (bytes.length - least + 1) * 0.9));
  }
}
