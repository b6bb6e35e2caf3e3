/** Naming moorages by the operator's servers of place names: outside any transaction, one question a second at most. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AsService } from "@wakelog/data-api/db/database.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import type { ScheduledTask } from "../../../database/jobs/schedule.ts";
import { answeredBefore, keepAnswer, type Lookup, nameMoorage, takeLookup } from "./lookups.ts";
import { nameByNominatim } from "./nominatim.ts";
import { nameByOverpass } from "./overpass.ts";
import type { Asking, Whereabouts } from "./place-server.ts";

/** What naming needs. */
export interface NamingDeps {
  readonly service: AsService;
  /** The servers' addresses; empty for one that is not to be asked. */
  readonly nominatimUrl: string;
  readonly overpassUrl: string;
  /** Who asks, for the servers' operators. */
  readonly userAgent: string;
  readonly observe: Observe;
}

/** Naming that runs from time to time. */
export interface PlaceNaming {
  /** None if there is no server. */
  readonly tasks: readonly ScheduledTask[];
  /** Ends the question that is being asked. */
  close(): void;
}

const EVERY_SECONDS = 10;
/** Moorages of one run. */
const MOST = 8;
/** A little more than the second that is kept between two of all processes. */
const PAUSE_MS = 1_050;
/** For so long nothing is asked after a server gave no answer, milliseconds. */
const REST_MS = 300_000;

/** Names moorages without a name; a server that fails is left alone for a while, and the operator hears of it once. */
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
  const name = await askedName(deps, question, how);
  await deps.service((tx) => keepAnswer(tx, question, name));
  return name;
}

/** A harbour's name says more to sailors than that of the land around it. */
async function askedName(deps: NamingDeps, at: Whereabouts, how: Asking): Promise<string | null> {
  const harbour = deps.overpassUrl === "" ? null : await nameByOverpass(deps.overpassUrl, at, how);
  if (harbour !== null || deps.nominatimUrl === "") return harbour;
  return await nameByNominatim(deps.nominatimUrl, at, how);
}
