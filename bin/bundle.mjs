// Bundles a package's sources into one file, and each command into another, so that Node opens a few files instead of
// hundreds. Bundles the workspace's own packages, but no npm packages except zod: unbundled it would load its
// messages in 50 languages.
import { copyFileSync, cpSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

/** By package: its entry, and the folders of its assets and the catalogue's statements. */
const BUNDLES = {
  server: { entry: "src/cli/main.ts", folder: "dist/src/cli", sql: "dist/src/sql/catalog" },
  "data-api": { entry: "src/command/main.ts", folder: "dist", sql: null },
};

const [name = ""] = process.argv.slice(2);
const { entry, folder, sql } = BUNDLES[name];
const home = join(root, "packages", name);
const { dependencies } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const target = join(home, folder);

rmSync(sql === null ? target : join(home, "dist", "src"), { recursive: true, force: true });
await build({
  absWorkingDir: home,
  entryPoints: [entry],
  outdir: target,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  external: Object.keys(dependencies).filter((one) => one !== "zod"),
  logLevel: "warning",
});
copyFileSync(join(dirname(require.resolve("zod/package.json")), "LICENSE"), join(target, "LICENSE.zod"));
if (sql !== null) cpSync(join(root, "packages/data-api/sql/catalog"), join(home, sql), { recursive: true });
