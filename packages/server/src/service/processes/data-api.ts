/** The data API in several processes: the first runs operations and shared limits, the others serve requests. */

import type { ReadDataApi } from "@wakelog/data-api/command/engine-in-force.ts";
import { dataApiLog } from "@wakelog/data-api/command/log.ts";
import type { RunningDataApi } from "@wakelog/data-api/command/run.ts";
import { openAdmin, removeSocket, startDataApi } from "@wakelog/data-api/command/server.ts";
import { createInstruments } from "@wakelog/kit/instruments.ts";
import { all } from "@wakelog/kit/observe.ts";
import { z } from "zod";
import { freePort } from "../../database/postgres-server/free-port.ts";
import type { Answering } from "./in-process.ts";
import type { Line } from "./line.ts";
import { countMeasurements, figuresOf, tellMeasurements } from "./measurements.ts";
import { startProcesses } from "./processes.ts";
import { commonCounts, gateTogether } from "./together.ts";

/** Time for the processes to end, milliseconds. */
const STOP_MS = 8_000;

const beginning = z.object({ processes: z.number(), port: z.number() });

/**
 * Starts the data API in this many other processes, at most one per allowed database connection.
 * @throws Error if they cannot be started, ConfigError
 */
export async function startDataApiProcesses(
  wanted: number,
  read: ReadDataApi,
  write: (line: string) => void,
): Promise<RunningDataApi> {
  const { settings } = read();
  const instruments = createInstruments();
  const observe = all(
    dataApiLog(write, () => settings.logLevel),
    instruments.observe,
  );
  const count = Math.max(1, Math.min(wanted, settings.dbPool));
  const begin: z.infer<typeof beginning> = {
    processes: count,
    port: settings.serverPort || (await freePort()),
  };
  await removeSocket(settings);
  const counts = commonCounts();
  let where = "";
  const processes = await startProcesses({
    count,
    observe,
    serve(line) {
      line.on("begin", () => begin);
      line.on("listening", (address) => {
        where = String(address);
      });
      countMeasurements(line, instruments.observe);
      return counts.serve(line);
    },
  });
  instruments.attach({ pools: {}, processes: () => processes.ready(), others: () => figuresOf(processes) });
  const ready = async (): Promise<boolean> => (await processes.ask("isReady")).includes(true);
  const admin = await openAdmin(settings, ready, instruments).catch(async (cause: unknown) => {
    await processes.stop(STOP_MS);
    throw cause;
  });
  return {
    where,
    adminUrl: admin?.url ?? null,
    protocolRelease: settings.protocolRelease,
    reloadSchema: () => processes.tell("reloadSchema"),
    reloadSettings: () => processes.tell("reloadSettings"),
    replace: () => processes.replace(),
    stop: async () => void (await Promise.all([processes.stop(STOP_MS), admin?.close(STOP_MS)])),
  };
}

/** Starts one of them. @param line to the first process */
export async function startDataApiBeside(
  read: ReadDataApi,
  write: (line: string) => void,
  line: Line,
): Promise<Answering> {
  const { processes, port } = beginning.parse(await line.ask("begin"));
  const api = await startDataApi(read, write, {
    processes,
    port,
    shares: gateTogether(line),
    observe: (instruments) => tellMeasurements(line, instruments),
  });
  line.on("isReady", () => api.ready());
  line.on("reloadSchema", () => api.reloadSchema());
  line.on("reloadSettings", () => api.reloadSettings());
  await line.ask("listening", api.where);
  return { finish: () => api.finish(), stop: () => api.stop() };
}
