/** The result of an import: the logs of its time span. */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

const logs = z.array(
  z.object({
    id: z.number(),
    active: z.boolean().nullable(),
    name: z.string().nullable(),
    from: z.string(),
    to: z.string().nullable(),
    distance: z.number().nullable(),
  }),
);

/** A log as far as it is shown. */
export type ShownLog = z.infer<typeof logs>[number];

/** Time for the worker to add distances and names after the rows. */
const PATIENCE_MS = 15_000;

/** The logs that overlap a time span in milliseconds; finished, unless that takes longer than {@link PATIENCE_MS}. */
export async function logsBetween(
  api: { readonly apiUrl: string; readonly token: string },
  from: number,
  to: number,
): Promise<readonly ShownLog[]> {
  const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
  const query = new URLSearchParams({
    select: "id,active,name,from:_from_time,to:_to_time,distance",
    _from_time: `lte.${end}`,
    or: `(_to_time.gte.${start},_to_time.is.null)`,
    order: "_from_time",
  });
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(`${api.apiUrl}/logbook?${query}`, {
      headers: { Accept: "application/json", Authorization: `Bearer ${api.token}` },
    });
    if (!response.ok)
      throw new Error(
        `the service answered the request for the logbook with ${response.status}: ${await response.text()}`,
      );
    const found = logs.parse(await response.json());
    const waiting = found.some((log) => log.active !== true && (log.name === null || log.distance === null));
    if (!waiting || Date.now() > deadline) return found;
    await wait(250);
  }
}

/** A log as one line of text. */
export function logLine(log: ShownLog): string {
  const miles = log.distance === null ? "" : `, ${log.distance.toFixed(1)} NM`;
  const end = log.to === null || log.active === true ? "still open" : minute(log.to);
  return `  ${minute(log.from)} - ${end}  ${log.name ?? "not named yet"}${miles}`;
}

function minute(time: string): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}
