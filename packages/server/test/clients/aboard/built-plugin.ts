/** The plugin on board as it is published, built in a separate folder. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..", "..", "..");
const PARTS = [
  "src",
  "page",
  "public",
  "screenshots",
  "package.json",
  "build.mjs",
  "README.md",
  "CHANGELOG.md",
];

export interface BuiltPlugin {
  /** The package's folder. */
  readonly folder: string;
  /** Its entry. */
  readonly main: string;
  remove(): void;
}

/** Builds it. */
export function buildPlugin(): BuiltPlugin {
  const home = mkdtempSync(join(tmpdir(), "wakelog-plugin-"));
  const folder = join(home, "packages", "signalk-wakelog");
  for (const part of PARTS)
    cpSync(join(root, "packages", "signalk-wakelog", part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  cpSync(join(root, "tsconfig.json"), join(home, "tsconfig.json"));
  execFileSync(process.execPath, ["build.mjs"], { cwd: folder });
  return {
    folder,
    main: join(folder, "dist", "index.cjs"),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
