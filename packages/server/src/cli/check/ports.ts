/** Whether the ports are free, or used by this service. */

import { type Place, PortTakenError, urlOf } from "@wakelog/data-api/http/listen.ts";
import { childrenOf, commandOf } from "@wakelog/kit/foreign-processes.ts";
import { holderOf } from "@wakelog/kit/port-holder.ts";
import { whyUnusable } from "../../database/postgres-server/data-dir.ts";
import { ownerOf } from "../../database/postgres-server/data-lock.ts";
import { namedPlaces, tryPlace } from "../../service/operations/ports.ts";
import type { Config } from "../../settings/config.ts";
import { about, type Finding, reasonOf } from "./finding.ts";

const ANSWER_MS = 3_000;

export async function checkPorts(config: Config): Promise<readonly Finding[]> {
  const places = namedPlaces(config);
  if (places.length === 0) return [about("ports").ok("any that are free")];
  const isRunning = await isAlive(urlOf(config.adminHost, config.adminPort));
  const found = await Promise.all(places.map((one) => checkPort(one, isRunning)));
  return isRunning ? [...found, ...(await checkItsData(config))] : found;
}

/** Whether the running service uses the data directory of these settings: its own may differ. */
async function checkItsData(config: Config): Promise<readonly Finding[]> {
  const { dataDir, databaseUrl, parts, adminPort } = config;
  if (databaseUrl !== null || parts === "web") return [];
  // If this user may not read it, the finding on the disk says so.
  if ((await whyUnusable(dataDir)) !== null || (await ownerOf(dataDir)) !== null) return [];
  const holder = await holderOf(adminPort);
  const cluster = holder === null ? null : clusterOf(childrenOf(holder.pid).map(commandOf));
  const where = cluster === null ? "its data elsewhere" : `its database in ${cluster}`;
  return [
    about("running service").wrong(
      `it keeps ${where}, and these settings name ${dataDir}. Set WAKELOG_DATA_DIR once, in .env where the service runs, and restart it.`,
    ),
  ];
}

/** The data folder of one of our PostgreSQL servers. */
function clusterOf(commands: readonly string[]): string | null {
  return commands.map((one) => / -D (.+?) -c /.exec(one)?.[1]).find((one) => one !== undefined) ?? null;
}

async function checkPort(place: Place, isRunning: boolean): Promise<Finding> {
  const { ok, wrong } = about(`port ${place.port}, ${place.what}`);
  try {
    await tryPlace(place);
    return ok("free");
  } catch (cause) {
    return cause instanceof PortTakenError && isRunning
      ? ok("in use by the running service")
      : wrong(reasonOf(cause));
  }
}

/** Whether one of our services responds. */
async function isAlive(adminUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${adminUrl}/live`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return (await answer.text()).includes('"live"');
  } catch {
    return false;
  }
}
