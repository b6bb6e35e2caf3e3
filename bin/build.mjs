// Builds the packages; a part is rebuilt only if one of its files changed. Sequential and with bounded memory,
// because the smallest machines have 500 MB. The output is in packages/server/dist, which the server's package ships;
// only the data API's is apart.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
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

const LONGEST_BUILD_MS = 1_200_000;
/** The memory limit in `packages/server/test/deployment/installing/small-machine.night.test.ts`. */
const NEEDED_MB = 500;
/** Errors of a read-only folder. */
const MAY_NOT_WRITE = new Set(["EACCES", "EPERM", "EROFS"]);
/** EX_CONFIG of sysexits.h: settings are wrong, so a restart is useless. */
const EX_CONFIG = 78;
/** Makes the bundler return memory at once and use one thread: half a second slower, 400 MB less. */
const FRUGAL = {
  MIMALLOC_ARENA_EAGER_COMMIT: "0",
  MIMALLOC_PURGE_DECOMMITS: "1",
  MIMALLOC_PURGE_DELAY: "0",
  RAYON_NUM_THREADS: "1",
  ROLLDOWN_WORKER_THREADS: "1",
};
const BOUNDED = ["--max-semi-space-size=8", "--max-old-space-size=250"];

const KIT = "packages/kit/src";
const DATA_API = ["packages/data-api/src", "packages/data-api/sql"];
const COMPILING = ["bin/bundle.mjs", "tsconfig.json", "tsconfig.build.json", "package-lock.json"];
const DASHBOARD = "packages/dashboard";

/** In build order: the dashboard needs the coast and the names. */
const PARTS = [
  {
    name: "service",
    sources: [KIT, ...DATA_API, "packages/server/src", ...COMPILING],
    commands: () => [
      [binary("typescript", "tsc"), "--singleThreaded", "-p", "tsconfig.build.json"],
      [join(root, "bin", "bundle.mjs"), "server"],
    ],
  },
  {
    // Compiled translations of the service's messages.
    name: "words",
    sources: ["src/languages", "catalogs.ts", "service-words.ts"].map((name) => `${DASHBOARD}/${name}`),
    commands: () => [["--import", "tsx", join(root, DASHBOARD, "service-words.ts")]],
  },
  {
    // The data API as a separate package, with its command.
    name: "data API",
    onDemand: true,
    sources: [KIT, ...DATA_API, ...COMPILING],
    commands: () => [[join(root, "bin", "bundle.mjs"), "data-api"]],
  },
  {
    name: "coast",
    sources: ["bin/map", "node_modules/@geo-maps/earth-coastlines-10m/package.json"],
    commands: () => [[join(root, "bin", "map", "coast.mjs")]],
  },
  {
    name: "names",
    sources: ["bin/map", "packages/kit/src/geo/sea-areas.ts", "package-lock.json"],
    commands: () => [[join(root, "bin", "map", "names.mjs")]],
  },
  {
    name: "dashboard",
    sources: [
      ...readdirSync(join(root, DASHBOARD))
        .filter((name) => name !== "test")
        .map((name) => `${DASHBOARD}/${name}`),
      ...["bin/map", "packages/kit/src/geo/sea-areas.ts", "package-lock.json"],
    ],
    commands: () => [[binary("vite", "vite"), "build", DASHBOARD, "--logLevel", "warn"]],
  },
  {
    // Type declarations for dependents, so that they need not compile our sources with their settings.
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

/**
 * Builds what is stale; concurrent processes wait for the first. @param names parts; defaults to all that the service
 * needs
 */
export async function ensureBuilt(names = []) {
  const parts = PARTS.filter((part) =>
    names.length === 0 ? part.onDemand !== true : names.includes(part.name),
  );
  const stale = parts.filter((part) => !isFresh(part));
  if (stale.length === 0) return;
  if (!isWritable()) return runAsBuilt(stale);
  await withLock(join(dist, ".builder"), async () => {
    for (const part of stale) {
      // Another process may have built it in the meantime.
      if (isFresh(part) || (await isBuilt(part))) continue;
      process.exitCode = 1;
      return;
    }
  });
  if (process.exitCode === 1) process.exit();
}

function isWritable() {
  try {
    mkdirSync(dist, { recursive: true });
    accessSync(dist, constants.W_OK);
    return true;
  } catch (error) {
    if (!MAY_NOT_WRITE.has(error.code)) throw error;
    return false;
  }
}

/** An upgrade interrupted by a power loss must not stop the logging: run the old build. */
function runAsBuilt(stale) {
  const missing = stale.filter((part) => stampOf(part) === "").map(({ name }) => name);
  const wayOn = `Run "npm run build" in ${root} as the user who may write there.`;
  if (missing.length === 0) {
    process.stderr.write(
      `Running what was built before the sources changed: ${dist} is not writable. ${wayOn}\n`,
    );
    return;
  }
  process.stderr.write(`Not built: ${missing.join(", ")}, and ${dist} is not writable. ${wayOn}\n`);
  process.exit(EX_CONFIG);
}

/** Builds a part. @returns whether it succeeded */
async function isBuilt(part) {
  process.stderr.write(`building the ${part.name} …\n`);
  const now = fingerprint(part);
  // A half-built part must not count as built.
  rmSync(stampFile(part), { force: true });
  for (const command of part.commands()) {
    const [code, signal] = await ended(command);
    if (code === 0) continue;
    process.stderr.write(
      `the ${part.name} could not be built${signal === null ? "" : `: ${killedBy(signal)}`}\n`,
    );
    return false;
  }
  writeFileSync(stampFile(part), now);
  return true;
}

function killedBy(signal) {
  return (
    `${signal} ended it, probably because memory ran out. The build needs ${NEEDED_MB} MB: stop other programs, ` +
    "add swap, or install the package, which comes built (docs/installing.md)."
  );
}

/** Runs a Node program. @returns its exit status and signal */
function ended(args) {
  const child = spawn(process.execPath, [...BOUNDED, ...args], {
    cwd: root,
    env: { ...process.env, ...FRUGAL, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((done) => {
    child.once("error", () => done([1, null]));
    child.once("exit", (code, signal) => done([code, signal]));
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

/** A file's text; empty if there is none. */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Hashes relative paths and contents, so that copies and touched files are not rebuilt. */
function fingerprint(part) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const absolute = join(root, path);
    if (!statSync(absolute).isDirectory()) hash.update(`${path}\n${contentsOf(absolute)}\n`);
    else for (const name of readdirSync(absolute).sort()) visit(`${path}/${name}`);
  };
  for (const source of part.sources) if (existsSync(join(root, source))) visit(source);
  return hash.digest("hex");
}

function isFresh(part) {
  return stampOf(part) === fingerprint(part);
}

function contentsOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** Runs work under a lock file that names the builder's process. A killed builder leaves it behind. */
export async function withLock(lock, work) {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  let named = null;
  try {
    // A link is atomic, and never replaces another one.
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

/** Whether the builder is gone. After a power cut another program may have its pid, but no build takes that long. */
function isStale(lock, builder) {
  const found = statSync(lock, { throwIfNoEntry: false });
  if (found === undefined || (builder === "" && found.size > 0)) return false;
  return !isAlive(Number(builder)) || Date.now() - found.mtimeMs > LONGEST_BUILD_MS;
}

/** Two builds may find the same stale lock; the one that removed the other's new lock restores it. */
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
