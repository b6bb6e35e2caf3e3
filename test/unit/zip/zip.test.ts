import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { isZip, openZip } from "../../../src/zip/reader.ts";
import { ZipWriter } from "../../../src/zip/writer.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-zip-"));
const path = join(folder, "files.zip");
afterAll(() => rmSync(folder, { recursive: true }));

async function write(files: ReadonlyMap<string, readonly Buffer[]>): Promise<void> {
  const zip = new ZipWriter(createWriteStream(path));
  for (const [name, pieces] of files) await zip.add(name, pieces);
  await zip.end();
}

async function read(name: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of (await openZip(path)).content(name)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const pieces = fc.array(
  fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)),
  { maxLength: 5 },
);
const names = fc.stringMatching(/^[a-zåé0-9][a-zåé0-9/ .-]{0,20}$/);

it("gives back what was written, by whatever names and in whatever pieces", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(names, pieces), { selector: ([name]) => name, maxLength: 5 }),
      async (files) => {
        await write(new Map(files));
        expect((await openZip(path)).names).toEqual(files.map(([name]) => name));
        for (const [name, content] of files) expect(await read(name)).toEqual(Buffer.concat([...content]));
      },
    ),
    { numRuns: 40 },
  );
});

it("is what other programs read", async () => {
  await write(new Map([["boat-1/log.txt", [Buffer.from("fair "), Buffer.from("winds")]]]));
  const program =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.read('boat-1/log.txt').decode())";
  const { stdout, error } = spawnSync("python3", ["-c", program, path], { encoding: "utf8" });
  if (error === undefined) expect(stdout).toBe("fair winds\n");
});

it("tells a damaged or cut one from a whole one", async () => {
  await write(new Map([["log.txt", [Buffer.from("fair winds ".repeat(50))]]]));
  expect(await isZip(path)).toBe(true);
  const whole = readFileSync(path);
  const damaged = Buffer.from(whole);
  damaged[45] = (damaged[45] ?? 0) ^ 0xff;
  writeFileSync(path, damaged);
  await expect(read("log.txt")).rejects.toThrow();
  writeFileSync(path, whole.subarray(0, whole.length - 30));
  await expect(openZip(path)).rejects.toThrow("not a whole zip file");
  writeFileSync(path, "<gpx/>");
  expect(await isZip(path)).toBe(false);
});

it("fails where what it writes cannot be kept, at whatever byte that is", { timeout: 20_000 }, async () => {
  const noise = randomBytes(300_000);
  for (const room of [0, 10, 100, 20_000, 250_000, 300_100]) {
    let kept = 0;
    const disk = new Writable({
      write(piece: Buffer, _encoding, done) {
        kept += piece.length;
        // As disks do, some time after the piece was taken.
        setImmediate(() => done(kept > room ? new Error("no space left") : null));
      },
    });
    const zip = new ZipWriter(disk);
    const writing = (async () => {
      await zip.add("noise", [noise]);
      await zip.end();
    })();
    await expect(writing).rejects.toThrow("no space left");
  }
});
