/** Which release of the package this is, and where it lies. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of `package.json`, whether this runs from `src` or from `dist/src`. */
export const PACKAGE_ROOT: string = nearestPackage(dirname(fileURLToPath(import.meta.url)));

/** This release. */
export const VERSION: string = packageVersion();

function nearestPackage(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : nearestPackage(dirname(folder));
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return String(version);
}
