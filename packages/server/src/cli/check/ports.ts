/** Whether the ports are free, or taken by this service itself. */

import { type Place, PortTakenError, urlOf } from "@wakelog/data-api/http/listen.ts";
import { namedPlaces, tryPlace } from "../../service/operations/ports.ts";
import type { Config } from "../../settings/config.ts";
import { about, type Finding, reasonOf } from "./finding.ts";

const ANSWER_MS = 3_000;

export async function checkPorts(config: Config): Promise<readonly Finding[]> {
  const places = namedPlaces(config);
  if (places.length === 0) return [about("ports").ok("any that are free")];
  const isRunning = await isAlive(urlOf(config.adminHost, config.adminPort));
  return Promise.all(places.map((one) => checkPort(one, isRunning)));
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

/** Whether a service of ours answers. */
async function isAlive(adminUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${adminUrl}/live`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return (await answer.text()).includes('"live"');
  } catch {
    return false;
  }
}
