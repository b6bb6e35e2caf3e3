import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { isZip, openZip } from "../../src/zip/reader.ts";
import { ending, fileHead, fileTail, listed } from "../../src/zip/records.ts";
import { ZipWriter } from "../../src/zip/writer.ts";

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

describe("what other programs write", () => {
  const folders = join(folder, "elsewhere");
  const text = "fair winds, Höfn ".repeat(5000);
  mkdirSync(join(folders, "boat-1"), { recursive: true });
  writeFileSync(join(folders, "boat-1", "log.txt"), text);
  const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
  const python = (program: string) => ["python3", "-c", `import sys, zipfile\n${program}`, path] as const;
  const ways: readonly (readonly [string, readonly string[]])[] = [
    ["zip, deflated", ["zip", "-q", "-r", path, "boat-1"]],
    ["zip, stored", ["zip", "-q", "-0", "-r", path, "boat-1"]],
    ["zip, with sizes behind the files", ["sh", "-c", `zip -q -r - boat-1 | cat > ${path}`]],
    ["zip, with 64-bit sizes", ["zip", "-q", "-fz", "-r", path, "boat-1"]],
    [
      "python, deflated",
      python("zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED).write('boat-1/log.txt')"),
    ],
    [
      "python, with 64-bit sizes and a comment",
      python(`z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
with z.open('boat-1/log.txt', 'w', force_zip64=True) as f: f.write(open('boat-1/log.txt', 'rb').read())
z.comment = b'from the harbour' * 1000
z.close()`),
    ],
    [
      "python, beyond 4 GB",
      python(`f = open(sys.argv[1], 'wb'); f.truncate(5 * 2**30); f.seek(0, 2)
z = zipfile.ZipFile(f, 'w', zipfile.ZIP_DEFLATED); z.write('boat-1/log.txt'); z.close()`),
    ],
  ];
  it.for(ways)("is read: %s", async ([, [program = "", ...words]], { skip }) => {
    rmSync(path, { force: true });
    const needed = program === "sh" ? "zip" : program;
    skip(!has(needed), `${needed} is not on this machine`);
    const { status, stderr } = spawnSync(program, words, { cwd: folders, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect((await openZip(path)).names).toContain("boat-1/log.txt");
    expect((await read("boat-1/log.txt")).toString()).toBe(text);
  });
});

it("has files and lists beyond 4 GB", async () => {
  const at = 5 * 2 ** 30;
  const packed = deflateRawSync("fair winds");
  const name = Buffer.from("log.txt");
  const facts = { name, sum: crc32("fair winds"), packed: packed.length, size: 10, at };
  const body = Buffer.concat([fileHead(name), packed, fileTail(facts)]);
  const list = listed(facts);
  // Nothing is there before it.
  const file = await open(path, "w");
  await file.write(Buffer.concat([body, list, ending(1, at + body.length, list.length)]), 0, null, at);
  await file.close();
  expect((await read("log.txt")).toString()).toBe("fair winds");
  const large = { ...facts, size: 2 ** 33, packed: 2 ** 32 };
  expect(fileTail(large).readBigUInt64LE(16)).toBe(2n ** 33n);
  writeFileSync(path, "");
});

it("is not believed when it lies about sizes, or is a bomb", async () => {
  const bomb = Buffer.alloc(20_000_000);
  await write(new Map([["log.txt", [bomb]]]));
  const whole = readFileSync(path);
  // The size in the list: 24 bytes behind its mark.
  const place = whole.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24;
  for (const size of [0, 10, 19_999_999, 20_000_001]) {
    const lying = Buffer.from(whole);
    lying.writeUInt32LE(size, place);
    writeFileSync(path, lying);
    let got = 0;
    const reading = (async () => {
      for await (const piece of (await openZip(path)).content("log.txt")) got += piece.length;
    })();
    await expect(reading).rejects.toThrow("damaged");
    expect(got).toBeLessThanOrEqual(size);
  }
});

it("has one file of a name, and does not keep what is not wanted", async () => {
  await write(
    new Map([
      ["a", [Buffer.from("1")]],
      ["b", [Buffer.from("2")]],
    ]),
  );
  const zip = await openZip(path, (name) => name === "b");
  expect(zip.names).toEqual(["b"]);
  await expect(zip.content("a").next()).rejects.toThrow("has no a");
  const writer = new ZipWriter(createWriteStream(path));
  await writer.add("a", ["1"]);
  await writer.add("a", ["2"]);
  await writer.end();
  await expect(openZip(path)).rejects.toThrow("contains a twice");
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
  await expect(openZip(path)).rejects.toThrow("not a complete zip file");
  writeFileSync(path, "");
  await expect(openZip(path)).rejects.toThrow("not a complete zip file");
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
