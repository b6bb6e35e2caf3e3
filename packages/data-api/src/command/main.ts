/** The package's command, `wakelog-data-api [CONFIG]`. */
import { ConfigError } from "@wakelog/kit/settings/config-error.ts";
import { VERSION } from "@wakelog/kit/version.ts";
import { obeySignals, settingsReader, startAlone, writeToLog } from "./run.ts";

/** EX_USAGE and EX_CONFIG of sysexits.h. */
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;

const HELP = `wakelog-data-api [CONFIG]

Serves a PostgreSQL database over HTTP as PostgREST does. Settings come from the file CONFIG and from the environment's
PGRST_ variables; PGRST_DB_URI says where the database is.
`;

/** Runs the command and sets the exit code. @param args the command's arguments */
export async function main(args: readonly string[]): Promise<void> {
  const [first = null] = args;
  if (first === "--help" || first === "-h") process.stdout.write(HELP);
  else if (first === "--version" || first === "-v") process.stdout.write(`${VERSION}\n`);
  else if (args.length > 1 || first?.startsWith("-") === true) {
    process.stderr.write(HELP);
    process.exitCode = EXIT_USAGE;
  } else await serve(first);
}

async function serve(path: string | null): Promise<void> {
  try {
    obeySignals(await startAlone(settingsReader(path), writeToLog), writeToLog);
  } catch (error) {
    writeToLog(`wakelog-data-api: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
  }
}
