// Builds the package: the plugin as one CommonJS file, the page in public/ beside its compressed forms.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const home = import.meta.dirname;
const page = join(home, "page");
const target = join(home, "public");
/** Smaller files are served as they are. */
const LEAST_COMPRESSED = 1000;
/** Kept in the repository, as checks look for it before the build. */
const ICON = "icon.png";

// The folder is also built alone, without the repository's settings of TypeScript.
const shared = { bundle: true, logLevel: "warning", legalComments: "none", charset: "utf8", tsconfigRaw: {} };

await build({
  ...shared,
  entryPoints: [join(home, "src", "index.ts")],
  outfile: join(home, "dist", "index.cjs"),
  platform: "node",
  format: "cjs",
  target: "es2023",
  // The server calls what the file exports.
  footer: { js: "module.exports = module.exports.wakelog;" },
});

mkdirSync(target, { recursive: true });
for (const name of readdirSync(target))
  if (!name.startsWith(ICON)) rmSync(join(target, name), { recursive: true });
await build({
  ...shared,
  entryPoints: [join(page, "app.ts")],
  outfile: join(target, "app.js"),
  format: "esm",
  target: "es2022",
  minify: true,
});
for (const name of ["index.html", "style.css"]) copyFileSync(join(page, name), join(target, name));
for (const name of readdirSync(target)) {
  const path = join(target, name);
  if (/\.(br|gz)$/.test(name) || statSync(path).size < LEAST_COMPRESSED) continue;
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(bytes));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

// The app store looks for the icon beside the manifest, the server in public/.
copyFileSync(join(target, ICON), join(home, ICON));

// Git has it at the root only. The packed package must have it too.
const license = join(home, "..", "..", "LICENSE");
if (existsSync(license)) copyFileSync(license, join(home, "LICENSE"));
