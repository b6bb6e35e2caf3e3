import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBinaries } from "../../../src/database/postgres-server/binaries.ts";
import { SYSTEM_DIR } from "../../../src/database/postgres-server/cluster.ts";
import { type EmbeddedServer, startEmbedded } from "../../../src/database/postgres-server/embedded.ts";
import { unprivileged } from "../../../src/database/postgres-server/unprivileged.ts";
import { backupArchive } from "../../../src/service/backups/archive.ts";
import { takeBackup } from "../../../src/service/backups/backup.ts";
import { readBackup } from "../../../src/service/backups/backup-file.ts";
import type { CountedSource } from "../../../src/service/backups/row-counts.ts";
import { END_OF_ARCHIVE, padding, tarEntries } from "../../../src/service/backups/tar.ts";
import { verifyBackup } from "../../../src/service/backups/verification.ts";
import { readConfig } from "../../../src/settings/config.ts";

const NOTHING: CountedSource = { before: new Map(), after: new Map(), deleted: new Map() };
const PAGE = 8192;

describe("a verification", { timeout: 120_000 }, () => {
  let folder: string;
  let server: EmbeddedServer;
  let file: string;
  /** Where the table is that the tests damage. */
  let path: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "wakelog-verified-"));
    await chmod(folder, 0o755);
    server = await startEmbedded({ dataDir: join(folder, "data"), port: "auto", durable: false });
    const owner = connectPostgres({ url: server.url, max: 1 });
    path = await owner.transaction(async (tx) => {
      await tx.run(sql`create table positions (id int primary key, name text)`);
      await tx.run(sql`insert into positions select n, repeat('x', 100) from generate_series(1, 1000) n`);
      const [row] = await tx.query(sql`select pg_relation_filepath('positions') as path`);
      return String(row?.path);
    });
    await owner.close();
    file = join(folder, "good.tar.gz");
    const config = readConfig({ WAKELOG_DATA_DIR: join(folder, "data") });
    const { verified } = await takeBackup(server.url, config, { file, verify: true });
    expect(verified).toMatchObject({ tables: 1, rows: 1000 });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const verify = async (copy: string, counted = NOTHING) => {
    const identity = unprivileged();
    const binaries = await findBinaries(null, identity, identity === null ? folder : SYSTEM_DIR);
    return verifyBackup(copy, { dataDir: folder, binaries, identity, counted: async () => counted });
  };

  /** A backup whose checksums are right, of a cluster with a file that is not. */
  const damaged = async (change: (page: Buffer) => void): Promise<string> => {
    const copy = join(folder, "damaged.tar.gz");
    const manifest = await readBackup(file);
    async function* archive() {
      for await (const entry of tarEntries(createReadStream(file).pipe(createGunzip()))) {
        const [, name] = /^postgres\/(.+)/.exec(entry.name) ?? [];
        if (name === undefined || name === "backup_manifest") continue;
        const pieces: Buffer[] = [];
        for await (const piece of entry.content) pieces.push(piece);
        const content = Buffer.concat(pieces);
        if (name === path) change(content.subarray(2 * PAGE, 3 * PAGE));
        // Without the folder in front, as the server sends it.
        const header = Buffer.from(entry.block);
        header.fill(0, 345, 500).fill(" ", 148, 156);
        header.write(
          `${header
            .reduce((sum, byte) => sum + byte, 0)
            .toString(8)
            .padStart(6, "0")}\0 `,
          148,
        );
        yield Buffer.concat([header, content, padding(entry.size)]);
      }
      yield END_OF_ARCHIVE;
    }
    const parts = {
      archive: Readable.from(archive(), { objectMode: false }),
      manifest: () => Buffer.alloc(0),
    };
    await pipeline(
      Readable.from(backupArchive({ manifest, secrets: new Map(), copy: parts }), { objectMode: false }),
      createGzip(),
      createWriteStream(copy),
    );
    return copy;
  };

  it("finds nothing in a copy that was only packed again", async () => {
    expect(await verify(await damaged(() => {}))).toMatchObject({ rows: 1000 });
  });

  it("finds a page that is not what the server wrote", async () => {
    await expect(verify(await damaged((page) => void page.fill(7, 4000, 4100)))).rejects.toThrow(
      /page|damaged/,
    );
  });

  it("finds rows that are not there", async () => {
    const counts = new Map([["public.positions", 1001]]);
    const source = { before: counts, after: counts, deleted: new Map() };
    await expect(verify(file, source)).rejects.toThrow("public.positions has 1000 rows in the copy and 1001");
  });
});
