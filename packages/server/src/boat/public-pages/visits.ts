/** What a visitor reads of a public page: the engine is asked as by a stranger, so that nothing else can leak. */

import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import type { Track } from "@wakelog/kit/pictures/projection.ts";
import { z } from "zod";

/** The public page of a boat, or of one of its logs. */
export interface PageAddress {
  readonly boat: string;
  /** Null for the page of the boat. */
  readonly log: number | null;
}

/** What a link to a page is shown with. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** What the picture is of, however the boat's name was written; null if there is none. */
  readonly picture: string | null;
}

const sections = z.array(z.string()).nullable();
const logs = z.array(
  z.object({ name: z.string().nullable(), distance: z.number().nullable(), started: z.string() }),
);
const position = z.tuple([z.number(), z.number()]);
const tracks = z.object({
  geojson: z.object({
    features: z.array(
      z.object({ geometry: z.object({ coordinates: z.array(z.array(position)) }).nullable() }),
    ),
  }),
});

/** The words of a page's link; null if it is not published. */
export async function previewOf(engine: Engine, { boat, log }: PageAddress): Promise<Preview | null> {
  if (log === null) {
    const published = sections.parse(await ask(engine, "/rpc/public_sections_fn", { boat }, null));
    if (published === null) return null;
    return { title: boat, description: "Where she is, and where she has been.", picture: null };
  }
  const visit = `${boat},public_logs,${log}`;
  const rows = await ask(engine, "/logs_view", { select: "name,distance,started", id: `eq.${log}` }, visit);
  const [found] = rows === null ? [] : logs.parse(rows);
  if (found === undefined) return null;
  const miles = found.distance === null ? "" : `${found.distance.toFixed(1)} NM, `;
  return {
    title: `${found.name ?? "A voyage"} – ${boat}`,
    description: `${miles}${found.started.slice(0, 10)}`,
    // Logs have numbers of their own in an installation; with the start, also those that came with their boats.
    picture: `${log} ${found.started}`,
  };
}

/** The track of a published log; null if there is none to be seen. */
export async function trackOf(engine: Engine, { boat, log }: PageAddress): Promise<Track | null> {
  if (log === null) return null;
  const query = { start_log: String(log), end_log: String(log) };
  const answer = await ask(engine, "/rpc/timelapse_fn", query, `${boat},public_logs,${log}`);
  const found = tracks.safeParse(answer).data?.geojson.features ?? [];
  const track = found.flatMap(({ geometry }) => geometry?.coordinates.flat() ?? []);
  return track.length < 2 ? null : track;
}

/** The answer to a stranger's question; null if there is nothing for strangers. */
async function ask(
  engine: Engine,
  path: string,
  query: Readonly<Record<string, string>>,
  visit: string | null,
): Promise<unknown> {
  const { status, body } = await engine.handle({
    method: "GET",
    path,
    query: new URLSearchParams(query).toString(),
    headers: {
      accept: "application/json",
      ...(visit === null ? {} : { "x-is-public": Buffer.from(visit).toString("base64") }),
    },
    body: Buffer.alloc(0),
  });
  if (status !== 200 || body === null) return null;
  return JSON.parse(body.toString());
}
