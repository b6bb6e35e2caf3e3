/** An unusable data directory is refused in one sentence with the setting and a remedy. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ranHere } from "./ran-here.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-data-dir-"));
// Within reach of the user that the database runs as.
chmodSync(folder, 0o755);
const [file, readOnly, small] = [join(folder, "file"), join(folder, "read-only"), join(folder, "small")];
const mounted: string[] = [];
afterAll(() => {
  for (const one of mounted) spawnSync("/bin/umount", [one]);
  rmSync(folder, { recursive: true, force: true });
});
writeFileSync(file, "");

/** Mounts a disk. @returns whether that is allowed here */
function mount(at: string, options: string): boolean {
  mkdirSync(at);
  const isMounted = spawnSync("/bin/mount", ["-t", "tmpfs", "-o", options, "tmpfs", at]).status === 0;
  if (isMounted) mounted.push(at);
  return isMounted;
}

async function start(dataDir: string) {
  const ports = ["--api-port=0", "--web-port=0", "--admin-port=0", "--db-port=0", "--processes=1"];
  const { code, stderr } = await ranHere("start", `--data-dir=${dataDir}`, ...ports);
  return { code, stderr };
}

it.each([file, join(file, "data")])("refuses %s, where a file is", async (dataDir) => {
  const stderr = `wakelog start: WAKELOG_DATA_DIR is ${dataDir}: ${file} is a file, and a folder is needed. Change that, or choose another folder.\n`;
  expect(await start(dataDir)).toEqual({ code: 1, stderr });
});

it.skipIf(!mount(readOnly, "ro"))("refuses one on a read-only disk", async () => {
  const dataDir = join(readOnly, "data");
  const stderr = `wakelog start: WAKELOG_DATA_DIR is ${dataDir}: its disk is mounted read-only. Change that, or choose another folder.\n`;
  expect(await start(dataDir)).toEqual({ code: 1, stderr });
  expect(existsSync(dataDir)).toBe(false);
});

it.skipIf(!mount(small, "size=8m"))("refuses a disk that is too small for a database", async () => {
  const { code, stderr } = await start(join(small, "data"));
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^wakelog start: there are 8 MB free at .*, and a new database needs 100 MB\. Make room, or .*WAKELOG_DATA_DIR\.\n$/,
  );
  expect(readdirSync(small)).toEqual(["data"]);
});
