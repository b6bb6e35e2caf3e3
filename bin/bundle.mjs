// Makes one file of the service's sources, and one of each command: Node then opens a few files at a start instead of
// hundreds. Packages stay outside and are loaded as they are, except zod: whole, it brings its messages in 50 languages.
import { copyFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "dist", "src", "cli");
const require = createRequire(import.meta.url);
const { dependencies } = require("../package.json");

rmSync(join(root, "dist", "src"), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ["src/cli/main.ts"],
  outdir: folder,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  external: Object.keys(dependencies).filter((name) => name !== "zod"),
  logLevel: "warning",
});
copyFileSync(join(dirname(require.resolve("zod/package.json")), "LICENSE"), join(folder, "LICENSE.zod"));
