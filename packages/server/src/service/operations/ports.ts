/** The ports the service listens on, checked before anything starts. */
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listen, type Place, PortTakenError } from "@wakelog/data-api/http/listen.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import type { Config } from "../../settings/config.ts";
import { isSignalK, portBeside, SignalKPortError } from "./signalk-port.ts";

/** A stopping service has ended by then. */
const STOPPED_MS = 12_000;
const LOOK_MS = 200;

/** The address of each part; port 0 takes any free one. */
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

/** The addresses in this configuration, besides the database's. */
export function namedPlaces(config: Config): readonly Place[] {
  const { api, dashboard, operations } = placesOf(config);
  const { parts } = config;
  const all = [...(parts === "web" ? [] : [api]), ...(parts === "api" ? [] : [dashboard]), operations];
  return all.filter(({ port }) => port !== 0);
}

/** @throws PortTakenError or SignalKPortError, or Error if it is unavailable for another reason */
export async function tryPlace(place: Place): Promise<void> {
  const server = createServer();
  try {
    await listen(server, place);
  } catch (cause) {
    const isStrange = cause instanceof PortTakenError && cause.holder?.isOurs !== true;
    if (!isStrange || !(await isSignalK(place.port))) throw cause;
    throw new SignalKPortError(place, await portBeside(place.port), cause);
  } finally {
    await new Promise<void>((closed) => server.close(() => closed()));
  }
}

/**
 * Checks that all ports are free. If another Wakelog has one, which may be stopping, reports it and waits.
 * @throws Error naming the port's owner and the setting to change
 */
export async function awaitPorts(config: Config, observe: Observe): Promise<void> {
  const places = namedPlaces(config);
  refuseTwice(places);
  for (const place of places) await awaitPlace(place, observe);
}

function refuseTwice(places: readonly Place[]): void {
  for (const [index, one] of places.entries()) {
    const other = places.slice(0, index).find((earlier) => conflict(earlier, one));
    if (other !== undefined)
      throw new Error(
        `${other.what} and ${one.what} cannot both use port ${one.port}. Set ${other.setting} or ${one.setting} to another one.`,
      );
  }
}

/** Whether two listeners would conflict: one on all addresses conflicts with every other. */
function conflict(one: Place, other: Place): boolean {
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
