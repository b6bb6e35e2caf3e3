/** The release, and the folders of packages. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** This release, the same for all packages. */
export const VERSION: string = packageVersion();

/**
 * The folder of the nearest `package.json` above a module, in its sources or a build.
 * @param moduleUrl the module's `import.meta.url`
 */
export function packageRoot(moduleUrl: string): string {
  return nearestPackage(dirname(fileURLToPath(moduleUrl)));
}

function nearestPackage(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : nearestPackage(dirname(folder));
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(join(packageRoot(import.meta.url), "package.json"), "utf8"),
  );
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return String(version);
}
