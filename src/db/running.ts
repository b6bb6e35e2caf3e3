/** The embedded server that another process of this installation runs, for commands beside a running service. */
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE, passwordIn, SUPERUSER } from "./cluster.ts";
import { systemHome } from "./cluster-home.ts";
import { isAlive } from "./processes.ts";

/**
 * The superuser's URL of the running server, or null when none runs on this data directory.
 * @see https://www.postgresql.org/docs/current/storage-file-layout.html for `postmaster.pid`: line 1 is the process,
 *   line 4 the port
 */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  const real = await realpath(dataDir).catch(() => null);
  if (real === null) return null;
  for (const home of [real, systemHome(real)]) {
    const lines = (await readFile(join(home, "postgres", "postmaster.pid"), "utf8").catch(() => "")).split(
      "\n",
    );
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    if (Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 && isAlive(pid)) {
      return `postgresql://${SUPERUSER}:${await passwordIn(real, true)}@127.0.0.1:${port}/${DATABASE}`;
    }
  }
  return null;
}
