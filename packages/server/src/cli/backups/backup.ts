/** `wakelog backup`: a verified copy of everything, whether or not the service runs. */
import { createReadStream, rmSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { openServer } from "../../database/chosen-server.ts";
import { atEnd } from "../../database/postgres-server/at-end.ts";
import { type BackupReport, takeBackup } from "../../service/backups/backup.ts";
import { defaultFile } from "../../service/backups/keeping.ts";
import { readConfig } from "../../settings/config.ts";
import { type Command, UsageError } from "../command.ts";
import { writtenFile } from "../leaving/written-file.ts";
import { refuseNothing } from "../operator.ts";

export const backupCommand: Command = {
  name: "backup",
  usage: "[FILE]",
  sentence:
    "Copy everything into one file (- is standard output) whether the service runs or not, and verify it by a restore.",
  words: [0, 1],
  flags: [{ name: "--no-verify", value: null, sentence: "do not restore the copy and check it" }],
  takesSettings: true,
  async run({ words: [file], flags, settings }) {
    const config = readConfig(process.env, settings);
    refuseNothing(config);
    if (file === "-" && process.stdout.isTTY) throw new UsageError(TERMINAL);
    const named = file === undefined || file === "-" ? null : writtenFile(file, "wakelog.tar.gz");
    const server = await openServer(config, ignoreAll, true);
    const take = (target: string): Promise<BackupReport> =>
      takeBackup(server.url, config, { file: target, verify: !flags.has("--no-verify") });
    try {
      if (file === "-") {
        await toStandardOutput(config.backupDir, take);
        return;
      }
      const target = named ?? defaultFile(config.backupDir, new Date());
      console.log(described(target, await take(target)));
    } finally {
      await server.stop();
    }
  },
};

const TERMINAL =
  "standard output is a terminal; send it to a file or a program: wakelog backup - > wakelog.tar.gz";

/** Output starts only once the backup is complete. */
async function toStandardOutput(
  backupDir: string,
  take: (target: string) => Promise<BackupReport>,
): Promise<void> {
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(backupDir, ".leaving-"));
  const forget = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const target = join(folder, "backup.tar.gz");
    const report = await take(target);
    await pipeline(createReadStream(target), process.stdout, { end: false });
    process.stderr.write(`${described("standard output", report)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
    forget();
  }
}

function described(target: string, { bytes, taken, verified }: BackupReport): string {
  const megabytes = (bytes / 1e6).toFixed(1);
  const looked =
    verified === null
      ? "not verified"
      : `verified: restored and started, ${verified.rows} rows in ${verified.tables} tables, ${verified.indexes} indexes`;
  return `${target}: ${megabytes} MB, everything up to ${taken}; ${looked}`;
}
