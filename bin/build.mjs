// Builds the packages, each part only when one of its files changed since the last time. Parts that do not need each other
// are built at the same time. All is in packages/server/dist, which one package carries, but for the data API alone.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "packages", "server", "dist");
const { resolve } = createRequire(import.meta.url);

const LONGEST_BUILD_MS = 300_000;

const KIT = "packages/kit/src";
const DATA_API = ["packages/data-api/src", "packages/data-api/sql"];
const COMPILING = ["bin/bundle.mjs", "tsconfig.json", "tsconfig.build.json", "package-lock.json"];
const DASHBOARD = "packages/dashboard";

const PARTS = [
  {
    name: "service",
    sources: [KIT, ...DATA_API, "packages/server/src", ...COMPILING],
    commands: () => [
      [binary("typescript", "tsc"), "-p", "tsconfig.build.json"],
      [join(root, "bin", "bundle.mjs"), "server"],
    ],
  },
  {
    // What `packages/data-api` is alone: only for its own command and package.
    name: "data API",
    onDemand: true,
    sources: [KIT, ...DATA_API, ...COMPILING],
    commands: () => [[join(root, "bin", "bundle.mjs"), "data-api"]],
  },
  {
    name: "coast",
    sources: ["bin/map", "node_modules/@geo-maps/earth-coastlines-10m/package.json"],
    // Most of what it allocates is soon of no use; with more room for it, it is done in half the time.
    commands: () => [["--max-semi-space-size=128", join(root, "bin", "map", "coast.mjs")]],
  },
  {
    name: "names",
    sources: ["bin/map", "packages/kit/src/geo/sea-areas.ts", "package-lock.json"],
    commands: () => [[join(root, "bin", "map", "names.mjs")]],
  },
  {
    name: "dashboard",
    needs: ["coast", "names"],
    sources: [
      ...readdirSync(join(root, DASHBOARD))
        .filter((name) => name !== "test")
        .map((name) => `${DASHBOARD}/${name}`),
      ...["bin/map", "packages/kit/src/geo/sea-areas.ts", "package-lock.json"],
    ],
    commands: () => [[binary("vite", "vite"), "build", DASHBOARD, "--logLevel", "warn"]],
  },
  {
    // For programs that use the package: sources would be checked with their settings.
    name: "types",
    sources: [`${DASHBOARD}/src/api/generated`, "package-lock.json"],
    commands: () => [
      [
        binary("typescript", "tsc"),
        "--ignoreConfig",
        "--declaration",
        "--emitDeclarationOnly",
        ...["--outDir", "packages/server/dist/types"],
        `${DASHBOARD}/src/api/generated/api-types.ts`,
      ],
    ],
  },
];

/** Builds what is stale; several processes at once wait for the first. @param names parts; all that the service needs */
export async function ensureBuilt(names = []) {
  const parts = PARTS.filter((part) =>
    names.length === 0 ? part.onDemand !== true : names.includes(part.name),
  );
  const stale = parts.filter((part) => stampOf(part) !== fingerprint(part));
  if (stale.length === 0) return;
  mkdirSync(dist, { recursive: true });
  await withLock(join(dist, ".builder"), async () => {
    const built = new Map();
    for (const part of parts) {
      const needed = (part.needs ?? []).map((name) => built.get(name));
      built.set(
        part.name,
        Promise.all(needed).then((all) => all.every(Boolean) && isBuilt(part)),
      );
    }
    // Not at once: the lock must be given back first.
    if (!(await Promise.all(built.values())).every(Boolean)) process.exitCode = 1;
  });
  if (process.exitCode === 1) process.exit();
}

/** Builds a part if it is stale. @returns whether it is there and fresh */
async function isBuilt(part) {
  const now = fingerprint(part);
  if (stampOf(part) === now) return true;
  process.stderr.write(`building the ${part.name} …\n`);
  for (const command of part.commands()) {
    if (await succeeds(command)) continue;
    process.stderr.write(`the ${part.name} could not be built\n`);
    return false;
  }
  writeFileSync(stampFile(part), now);
  return true;
}

function succeeds(args) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    // Also in tests: a dashboard in development has no service worker.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((done) => {
    child.once("error", () => done(false));
    child.once("exit", (code) => done(code === 0));
  });
}

function binary(packageName, command) {
  const manifest = resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(manifest, "..", typeof bin === "string" ? bin : bin[command]);
}

function stampFile(part) {
  return join(dist, `.${part.name.replace(" ", "-")}`);
}

function stampOf(part) {
  return textOf(stampFile(part));
}

/** What a file holds; nothing if there is none. */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
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

/** A file is the lock, and names the process that builds. One that was killed has left it behind. */
export async function withLock(lock, work) {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  let named = null;
  try {
    // A link appears whole or not at all, and never replaces another one.
    while (!isLinked(own, lock)) {
      const builder = textOf(lock);
      if (isStale(lock, builder)) removeStale(lock, builder);
      else if (builder !== "" && builder !== named) {
        named = builder;
        process.stderr.write(`process ${builder} is building; waiting for it …\n`);
      } else await new Promise((done) => setTimeout(done, 200));
    }
    try {
      await work();
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function isLinked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

/** Whether its process has gone: after a power cut another program may have the number, but no build takes so long. */
function isStale(lock, builder) {
  const found = statSync(lock, { throwIfNoEntry: false });
  if (found === undefined || (builder === "" && found.size > 0)) return false;
  return !isAlive(Number(builder)) || Date.now() - found.mtimeMs > LONGEST_BUILD_MS;
}

/** Two builds may find the same stale lock; the one that has taken away the other's new lock puts it back. */
function removeStale(lock, expected) {
  const aside = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (textOf(aside) !== expected) isLinked(aside, lock);
  else if (expected !== "") rmSync(`${lock}.${expected}`, { force: true });
  rmSync(aside, { force: true });
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt(process.argv.slice(2));
