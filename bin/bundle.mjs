// Makes one file of a package's sources, and one of each command: Node then opens a few files at a start instead of hundreds.
// The other packages of this repository come along; those that npm installs stay outside, except zod, which whole brings its
// messages in 50 languages, and Lingui, which brings a compiler of messages that only development uses.
import { copyFileSync, cpSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

/** By package: its first module, where its files and the catalogue's statements belong, and what comes along of npm's. */
const BUNDLES = {
  server: {
    entry: "src/cli/main.ts",
    folder: "dist/src/cli",
    sql: "dist/src/sql/catalog",
    brought: ["zod", "@lingui/core"],
  },
  "data-api": { entry: "src/command/main.ts", folder: "dist", sql: null, brought: ["zod"] },
};

const [name = ""] = process.argv.slice(2);
const { entry, folder, sql, brought } = BUNDLES[name];
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
  external: Object.keys(dependencies).filter((one) => !brought.includes(one)),
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
});
for (const one of brought) {
  const licence = join(dirname(require.resolve(`${one}/package.json`)), "LICENSE");
  copyFileSync(licence, join(target, `LICENSE.${one.split("/")[0].replace("@", "")}`));
}
if (sql !== null) cpSync(join(root, "packages/data-api/sql/catalog"), join(home, sql), { recursive: true });
