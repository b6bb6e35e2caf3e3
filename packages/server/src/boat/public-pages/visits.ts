/** Link previews and tracks of public pages, read as an anonymous caller so that nothing can leak. */

import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import type { Track } from "@wakelog/kit/pictures/projection.ts";
import { z } from "zod";

/** The public page of a boat or of one of its logs. */
export interface PageAddress {
  readonly boat: string;
  /** Null for the boat's page. */
  readonly log: number | null;
}

/** The preview of a link. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** Key of the picture, independent of how the boat's name was written; null if there is none. */
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

/** The preview of a page; null if it is not published. */
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
    // Log ids are unique per installation; adding the start distinguishes logs of imported boats.
    picture: `${log} ${found.started}`,
  };
}

/** The track of a published log; null if it is not public. */
export async function trackOf(engine: Engine, { boat, log }: PageAddress): Promise<Track | null> {
  if (log === null) return null;
  const query = { start_log: String(log), end_log: String(log) };
  const answer = await ask(engine, "/rpc/timelapse_fn", query, `${boat},public_logs,${log}`);
  const found = tracks.safeParse(answer).data?.geojson.features ?? [];
  const track = found.flatMap(({ geometry }) => geometry?.coordinates.flat() ?? []);
  return track.length < 2 ? null : track;
}

/** An anonymous query; null if nothing is public. */
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
