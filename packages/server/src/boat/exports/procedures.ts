/** Procedures that return documents. */

import type { JsonObject, ProcedureHandler } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { z } from "zod";
import { logsBetween, oneLog } from "./chosen-logs.ts";
import { logsGpx, mooragesGpx } from "./gpx.ts";
import { logKml, logsKml } from "./kml.ts";
import type { DocumentOrigin } from "./model.ts";
import { mooragesKml } from "./moorages.ts";
import { readLogs, readMoorages } from "./stored.ts";
import { TRIP_PROCEDURES } from "./trips.ts";

const certain = z.object({ _id: z.number().int().min(1) });
const chosen = z.object({ logs: z.array(z.number().int()) });

/**
 * `export_{logbook,logbooks,chosen_logs}_{gpx,kml}_fn`, `export_moorages_{gpx,kml}_fn` and those of trips, by name. Each
 * returns the document's text. That of one log is refused with 404 if the caller has no such finished log.
 * @param deps.webUrl the dashboard's address for links; empty if unknown
 */
export function exportProcedures(deps: { readonly webUrl: string }): ReadonlyMap<string, ProcedureHandler> {
  const webUrl = deps.webUrl.replace(/(?<!\/)\/+$/, "");
  const origin: DocumentOrigin = { webUrl: webUrl === "" ? null : webUrl };
  const single =
    (render: typeof logKml): ProcedureHandler =>
    async (args, { tx }) => {
      const { _id: id } = checked(oneLog, args);
      if (id == null) return null;
      for await (const log of readLogs(tx, { id })) return render(log, origin);
      return raise("PT404", `There is no finished log ${id}.`, { hint: "Look at the logbook again." });
    };
  const oneTrip =
    (render: typeof logKml): ProcedureHandler =>
    async (args, { tx }) => {
      const { _id: id } = checked(certain, args);
      for await (const log of readLogs(tx, { id })) return render(log, origin);
      return null;
    };
  const severalTrips =
    (render: typeof logsKml): ProcedureHandler =>
    async (args, { tx }) => {
      const { start_log: first, end_log: last } = checked(logsBetween, args);
      return render(readLogs(tx, { first: first ?? null, last: last ?? first ?? null }), origin);
    };
  const severalLogs =
    (render: typeof logsKml): ProcedureHandler =>
    async (args, { tx }) => {
      const { start_log: first, end_log: last } = checked(logsBetween, args);
      return render(readLogs(tx, { first: first ?? null, last: last ?? null }), origin);
    };
  const chosenLogs =
    (render: typeof logsKml): ProcedureHandler =>
    async (args, { tx }) =>
      render(readLogs(tx, { ids: checked(chosen, args).logs }), origin);
  return new Map<string, ProcedureHandler>([
    ...TRIP_PROCEDURES,
    ["export_logbook_gpx_fn", single((log, from) => logsGpx([log], from))],
    ["export_logbook_kml_fn", single(logKml)],
    ["export_logbooks_gpx_fn", severalLogs(logsGpx)],
    ["export_logbooks_kml_fn", severalLogs(logsKml)],
    ["export_logbook_gpx_trip_fn", oneTrip((log, from) => logsGpx([log], from))],
    ["export_logbook_kml_trip_fn", oneTrip(logKml)],
    ["export_logbooks_gpx_trips_fn", severalTrips(logsGpx)],
    ["export_logbooks_kml_trips_fn", severalTrips(logsKml)],
    ["export_chosen_logs_gpx_fn", chosenLogs(logsGpx)],
    ["export_chosen_logs_kml_fn", chosenLogs(logsKml)],
    ["export_moorages_gpx_fn", async (_args, { tx }) => mooragesGpx(await readMoorages(tx), origin)],
    ["export_moorages_kml_fn", async (_args, { tx }) => mooragesKml(await readMoorages(tx), origin)],
  ]);
}

/** The arguments. @throws ApiError 22023 naming each argument that is not a log id */
function checked<T>(shape: z.ZodType<T>, args: JsonObject): T {
  const found = shape.safeParse(args);
  if (found.success) return found.data;
  const names = [...new Set(found.error.issues.map((issue) => String(issue.path[0])))];
  return raise("22023", `${names.join(" and ")} must be the number of a log`, {
    hint: "Send the log's id, a whole number.",
  });
}
