// What the published package takes along from the repository: `take` copies it beside the package before it is packed, `leave`
// removes it afterwards.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const CARRIED = [
  ...["docs", "deploy", ".env.example", "LICENSE"],
  ...["ARCHITECTURE.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md"],
];

for (const path of CARRIED) {
  const copy = join(root, "packages", "server", path);
  rmSync(copy, { recursive: true, force: true });
  if (process.argv[2] === "take") cpSync(join(root, path), copy, { recursive: true });
}
