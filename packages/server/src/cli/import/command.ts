/** `wakelog import`: imports a boat's history from a file, through the API that its plugin uses. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isZip } from "@wakelog/kit/zip/reader.ts";
import { ZIP_ARCHIVE } from "../../boat/imports/format.ts";
import { UnreadableFile } from "../../boat/imports/row.ts";
import { readConfig } from "../../settings/config.ts";
import { usageOf } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { importAccountFile } from "./account.ts";
import { logLine, logsBetween } from "./logbook.ts";
import { progressOn } from "./progress.ts";
import { type Imported, importFile } from "./run.ts";
import { vesselOfInstallation, vesselOfToken } from "./vessel.ts";

/** More logs than anyone reads in a terminal. */
const LOGS_SHOWN = 50;

export const importCommand: Command = {
  name: "import",
  usage:
    "FILE --token VESSEL_TOKEN | --vessel VESSEL [--api-url URL] [--again], ACCOUNT.zip [--password-stdin]",
  sentence:
    "Send a GPX track, NMEA 0183 log, Signal K history or CSV table to a running service (continues where it stopped), or bring in an exported account.",
  words: [1, 1],
  flags: [
    { name: "--token", value: "VESSEL_TOKEN", sentence: "The token of the boat whose past it is" },
    {
      name: "--vessel",
      value: "VESSEL",
      sentence: "Or its id, name or MMSI, on the machine that the service runs on",
    },
    {
      name: "--password-stdin",
      value: null,
      sentence:
        "The password of an imported account is the first line of standard input; otherwise it is asked for by mail",
    },
    { name: "--again", value: null, sentence: "Send all rows, including those that were sent earlier" },
  ],
  takesSettings: true,
  async run({ words: [path = ""], flags, settings }) {
    const isThere = existsSync(path);
    const [token, id] = [flags.get("--token"), flags.get("--vessel")];
    const isAccount = isThere ? await isZip(path).catch(() => false) : path.endsWith(".zip");
    const named = [token, id].filter((one) => one !== undefined);
    if (isThere && isAccount && named.length === 1) throw new UnreadableFile(ZIP_ARCHIVE);
    if (named.length !== (isAccount ? 0 : 1)) throw new UsageError(usageOf(importCommand));
    if (!isThere) throw new Error(`there is no file ${path}`);
    if (isAccount) {
      await importAccountFile(path, settings, flags.has("--password-stdin"));
      return;
    }
    const config = readConfig(process.env, settings);
    const apiUrl =
      config.apiUrl === "" ? `http://localhost:${config.apiPort}` : config.apiUrl.replace(/\/$/, "");
    const vessel =
      token === undefined ? await vesselOfInstallation(id ?? "", settings) : vesselOfToken(token);
    const to = { apiUrl, ...vessel };
    const imported = await importFile({
      path,
      to,
      stateFolder: join(config.dataDir, "imports"),
      again: flags.has("--again"),
      progress: progressOn(process.stderr),
    });
    for (const line of report(imported)) console.log(line);
    const { from, to: until } = imported.total;
    if (from !== null && until !== null) {
      const logs = await logsBetween(to, from, until);
      console.log(
        `The logbook of that time has ${logs.length} ${logs.length === 1 ? "log" : "logs"}${logs.length > 0 ? ":" : "."}`,
      );
      for (const log of logs.slice(0, LOGS_SHOWN)) console.log(logLine(log));
      if (logs.length > LOGS_SHOWN) console.log(`  … and ${logs.length - LOGS_SHOWN} more`);
    }
    if (imported.truncated !== null) throw new Error(`${imported.truncated} What came before was imported.`);
  },
};

/** Rows read, accepted and refused, as lines for the user. */
function report({ format, total, before, remarks }: Imported): string[] {
  const refused = Object.entries(total.refused).sort(([, a], [, b]) => b - a);
  const count = refused.reduce((sum, [, n]) => sum + n, 0);
  return [
    `${total.file}: ${format}, ${total.rows} rows${before > 0 ? `, ${before} of them sent earlier` : ""}`,
    ...(total.from === null || total.to === null
      ? []
      : [`  from ${new Date(total.from).toISOString()} to ${new Date(total.to).toISOString()}`]),
    ...remarks.notes.map((note) => `  ${note}`),
    ...[...remarks.skipped].map(([reason, n]) => `  left out: ${n} ${reason}`),
    ...(total.covered > 0
      ? [`  left out: ${total.covered} positions at times that another recording has`]
      : []),
    `  ${total.accepted} accepted, ${count} refused${count > 0 ? ":" : ""}`,
    ...refused.map(([reason, n]) => `    ${n} × ${reason}`),
  ];
}
