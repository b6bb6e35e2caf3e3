/** Which release this is, and where a package lies. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** This release. All packages have the same. */
export const VERSION: string = packageVersion();

/**
 * The folder of the `package.json` nearest above a module, from its sources or from a build.
 *
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
