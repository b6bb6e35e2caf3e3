/** The ports that the service listens on, and whether they can be had: looked at before anything is started. */
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listen, type Place, PortTakenError } from "@wakelog/data-api/http/listen.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import type { Config } from "../../settings/config.ts";

/** A service that is stopping has ended by then. */
const STOPPED_MS = 12_000;
const LOOK_MS = 200;

/** Where each part listens; with port 0 it takes any that is free. */
export function placesOf({
  host,
  adminHost,
  apiPort,
  webPort,
  adminPort,
}: Pick<Config, "host" | "adminHost" | "apiPort" | "webPort" | "adminPort">): Readonly<
  Record<"api" | "dashboard" | "operations", Place>
> {
  const at = { host, hostSetting: "WAKELOG_HOST" };
  return {
    api: { ...at, what: "the API", port: apiPort, setting: "WAKELOG_API_PORT" },
    dashboard: { ...at, what: "the dashboard", port: webPort, setting: "WAKELOG_WEB_PORT" },
    operations: {
      what: "operations",
      host: adminHost,
      hostSetting: "WAKELOG_ADMIN_HOST",
      port: adminPort,
      setting: "WAKELOG_ADMIN_PORT",
    },
  };
}

/** The places that this configuration names, besides the database's. */
export function namedPlaces(config: Config): readonly Place[] {
  const { api, dashboard, operations } = placesOf(config);
  const { parts } = config;
  const all = [...(parts === "web" ? [] : [api]), ...(parts === "api" ? [] : [dashboard]), operations];
  return all.filter(({ port }) => port !== 0);
}

/** @throws PortTakenError, or Error if it cannot be had for another reason */
export async function tryPlace(place: Place): Promise<void> {
  const server = createServer();
  try {
    await listen(server, place);
  } finally {
    await new Promise<void>((closed) => server.close(() => closed()));
  }
}

/**
 * Whether all ports can be had. One that another Wakelog has may soon be free, if that one is just stopping: it is said
 * who has it, and waited for.
 * @throws Error that says who has a port, and which setting changes it
 */
export async function awaitPorts(config: Config, observe: Observe): Promise<void> {
  const places = namedPlaces(config);
  refuseTwice(places);
  for (const place of places) await awaitPlace(place, observe);
}

function refuseTwice(places: readonly Place[]): void {
  for (const [index, one] of places.entries()) {
    const other = places.slice(0, index).find((earlier) => areOne(earlier, one));
    if (other !== undefined)
      throw new Error(
        `${other.what} and ${one.what} cannot both use port ${one.port}. Set ${other.setting} or ${one.setting} to another one.`,
      );
  }
}

/** Whether two listeners there would conflict: one on every address conflicts with all others. */
function areOne(one: Place, other: Place): boolean {
  const isEverywhere = [one, other].some(({ host }) => host === "0.0.0.0" || host === "::");
  return one.port === other.port && (isEverywhere || one.host === other.host);
}

async function awaitPlace(place: Place, observe: Observe): Promise<void> {
  const deadline = performance.now() + STOPPED_MS;
  for (let tries = 0; ; tries++) {
    try {
      return await tryPlace(place);
    } catch (cause) {
      const mayStop = cause instanceof PortTakenError && cause.holder?.isOurs === true;
      if (!mayStop || performance.now() > deadline) throw cause;
      if (tries === 0)
        observe({
          kind: "notice",
          what: "waiting",
          text: `${cause.message} If it is just stopping, the port is free in a moment.`,
        });
    }
    await sleep(LOOK_MS);
  }
}
