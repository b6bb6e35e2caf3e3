// Files that the published packages copy from the repository: `take` copies them before packing, `leave` removes them
// afterwards.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const CARRIED = {
  "data-api": ["LICENSE"],
  server: [
    ...["docs", "deploy", ".env.example", "LICENSE"],
    ...["ARCHITECTURE.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md"],
  ],
};

const [action, name] = process.argv.slice(2);
for (const path of CARRIED[name]) {
  const copy = join(root, "packages", name, path);
  rmSync(copy, { recursive: true, force: true });
  if (action === "take") cpSync(join(root, path), copy, { recursive: true });
}
