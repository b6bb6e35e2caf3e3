// Compiles src/, web/ and the API's types into dist/, each only when one of its files changed since the last time.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const { resolve } = createRequire(import.meta.url);

const PARTS = [
  {
    name: "service",
    sources: ["src", "bin/bundle.mjs", "tsconfig.json", "tsconfig.build.json", "package-lock.json"],
    commands: () => [
      [binary("typescript", "tsc"), "-p", "tsconfig.build.json"],
      [join(root, "bin", "bundle.mjs")],
    ],
  },
  {
    // The dashboard takes it in, so it comes first.
    name: "tiles",
    sources: ["bin/map", "src/geo/sea-areas.ts", "node_modules/@geo-maps/earth-coastlines-10m/package.json"],
    commands: () => [[join(root, "bin", "map", "coast.mjs")], [join(root, "bin", "map", "names.mjs")]],
  },
  {
    name: "dashboard",
    sources: ["web", "bin/map", "src/geo/sea-areas.ts", "package-lock.json"],
    commands: () => [[binary("vite", "vite"), "build", "web", "--logLevel", "warn"]],
  },
  {
    // For programs that use the package: sources would be checked with their settings.
    name: "types",
    sources: ["web/src/api/generated", "package-lock.json"],
    commands: () => [
      [
        binary("typescript", "tsc"),
        "--ignoreConfig",
        "--declaration",
        "--emitDeclarationOnly",
        ...["--outDir", "dist/types"],
        "web/src/api/generated/api-types.ts",
      ],
    ],
  },
];

/** Builds what is stale; several processes at once wait for the first. */
export async function ensureBuilt() {
  const stale = PARTS.filter((part) => stampOf(part) !== fingerprint(part));
  if (stale.length === 0) return;
  mkdirSync(dist, { recursive: true });
  await withLock(join(dist, ".building"), () => {
    for (const part of PARTS) {
      const now = fingerprint(part);
      if (stampOf(part) === now) continue;
      process.stderr.write(`building the ${part.name} …\n`);
      if (!part.commands().every(succeeds)) {
        process.stderr.write(`the ${part.name} could not be built\n`);
        // Not at once: the lock must be given back first.
        process.exitCode = 1;
        return;
      }
      writeFileSync(stampFile(part), now);
    }
  });
  if (process.exitCode === 1) process.exit();
}

function succeeds([program, ...args]) {
  const run = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    // Whoever builds, a test included: a dashboard in development has no service worker.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return run.status === 0;
}

function binary(packageName, command) {
  const manifest = resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(manifest, "..", typeof bin === "string" ? bin : bin[command]);
}

function stampFile(part) {
  return join(dist, `.${part.name}`);
}

function stampOf(part) {
  return existsSync(stampFile(part)) ? readFileSync(stampFile(part), "utf8") : "";
}

/** Names, sizes and times of a part's files: cheap to take, changed by any edit. */
function fingerprint(part) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const info = statSync(path);
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(`${path}\n${info.size}\n${info.mtimeMs}\n`);
  };
  for (const source of part.sources) if (existsSync(join(root, source))) visit(join(root, source));
  return hash.digest("hex");
}

/** A folder is the lock: making one is atomic. A lock older than five minutes is a dead build's. */
async function withLock(folder, work) {
  for (;;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > 300_000) rmSync(folder, { recursive: true, force: true });
      else await new Promise((done) => setTimeout(done, 200));
    }
  }
  try {
    work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt();
