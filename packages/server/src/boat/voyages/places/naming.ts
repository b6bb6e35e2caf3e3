/** Names moorages through the operator's place name servers: outside transactions, at most one query per second. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AsService } from "@wakelog/data-api/db/database.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import type { ScheduledTask } from "../../../database/jobs/schedule.ts";
import { answeredBefore, keepAnswer, type Lookup, nameMoorage, takeLookup } from "./lookups.ts";
import { nameByNominatim } from "./nominatim.ts";
import { nameByOverpass } from "./overpass.ts";
import type { Asking, Whereabouts } from "./place-server.ts";

/** Dependencies of naming. */
export interface NamingDeps {
  readonly service: AsService;
  /** Server addresses; empty to disable one. */
  readonly nominatimUrl: string;
  readonly overpassUrl: string;
  /** User agent, for the servers' operators. */
  readonly userAgent: string;
  readonly observe: Observe;
}

/** Scheduled naming. */
export interface PlaceNaming {
  /** Empty without a server. */
  readonly tasks: readonly ScheduledTask[];
  /** Aborts the current query. */
  close(): void;
}

const EVERY_SECONDS = 10;
/** Moorages per run. */
const MOST = 8;
/** Just above the one-second limit across all processes. */
const PAUSE_MS = 1_050;
/** Pause after a failed query, milliseconds. */
const REST_MS = 300_000;

/** Names unnamed moorages; after a failure it pauses and reports to the operator once. */
export function placeNaming(deps: NamingDeps): PlaceNaming {
  const { service, observe } = deps;
  const stopping = new AbortController();
  const how = { userAgent: deps.userAgent, stopping: stopping.signal };
  let restUntil = Number.NEGATIVE_INFINITY;
  let isFailing = false;

  const run = async (): Promise<void> => {
    if (performance.now() < restUntil) return;
    for (let i = 0; i < MOST && !stopping.signal.aborted; i++) {
      const lookup = await service(takeLookup);
      if (lookup === null) return;
      try {
        const name = await nameFor(deps, lookup, how);
        await service((tx) => nameMoorage(tx, lookup, name));
        isFailing = false;
      } catch (cause) {
        restUntil = performance.now() + REST_MS;
        if (!isFailing && !stopping.signal.aborted)
          observe({ kind: "fault", where: "names of places", cause });
        isFailing = true;
        return;
      }
      await sleep(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const isOn = deps.nominatimUrl !== "" || deps.overpassUrl !== "";
  return {
    tasks: isOn ? [{ name: "ask for the names of places", everySeconds: EVERY_SECONDS, run }] : [],
    close: () => stopping.abort(),
  };
}

async function nameFor(deps: NamingDeps, { question }: Lookup, how: Asking): Promise<string | null> {
  const before = await deps.service((tx) => answeredBefore(tx, question));
  if (before !== undefined) return before;
  const name = await lookUpName(deps, question, how);
  await deps.service((tx) => keepAnswer(tx, question, name));
  return name;
}

/** Prefers a harbour's name to that of the surrounding land. */
async function lookUpName(deps: NamingDeps, at: Whereabouts, how: Asking): Promise<string | null> {
  const harbour = deps.overpassUrl === "" ? null : await nameByOverpass(deps.overpassUrl, at, how);
  if (harbour !== null || deps.nominatimUrl === "") return harbour;
  return await nameByNominatim(deps.nominatimUrl, at, how);
}
