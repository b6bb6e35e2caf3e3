/** Zip files with more files, and more bytes, than the form without extensions has room for. */
import { spawnSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openZip } from "../../src/zip/reader.ts";
import { ZipWriter } from "../../src/zip/writer.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-large-zip-"));
const path = join(folder, "large.zip");
afterAll(() => rmSync(folder, { recursive: true }));

const PIECE = Buffer.alloc(1_048_576, "fair winds ");
const PIECES = 4100;

it("gives back 4.1 GB of one file beside 66 000 files, in little memory", { timeout: 600_000 }, async () => {
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 100);
  const zip = new ZipWriter(createWriteStream(path));
  await zip.add(
    "large",
    (function* () {
      for (let piece = 0; piece < PIECES; piece++) yield PIECE;
    })(),
  );
  for (let file = 0; file < 66_000; file++) await zip.add(`log-${file}.gpx`, [`<gpx>${file}</gpx>`]);
  await zip.end();
  expect(statSync(path).size).toBeLessThan(100_000_000);

  const read = await openZip(path);
  expect(read.names).toHaveLength(66_001);
  let bytes = 0;
  for await (const piece of read.content("large")) bytes += piece.length;
  expect(bytes).toBe(PIECES * PIECE.length);
  for await (const piece of read.content("log-65999.gpx")) expect(piece.toString()).toBe("<gpx>65999</gpx>");
  clearInterval(watch);
  expect(most).toBeLessThan(400_000_000);

  const program =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.getinfo('large').file_size, z.read('log-65999.gpx').decode())";
  const { stdout, error } = spawnSync("python3", ["-c", program, path], { encoding: "utf8" });
  if (error === undefined) expect(stdout).toBe(`66001 ${PIECES * PIECE.length} <gpx>65999</gpx>\n`);
});
