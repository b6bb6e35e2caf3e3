/** Names of nearby harbours and anchorages from an Overpass server (its query language, JSON responses). */

import { distanceM } from "@wakelog/kit/geo/distance.ts";
import { z } from "zod";
import { type Asking, askServer, shownName, type Whereabouts } from "./place-server.ts";

/** Search radius, metres; large harbours are drawn around their basins. */
const RADIUS_M = 400;

const degrees = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });
const overpassAnswer = z.object({
  /** Set if the server aborted the query. */
  remark: z.string().optional(),
  elements: z.array(
    z.object({
      ...degrees.partial().shape,
      center: degrees.optional(),
      tags: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
type Element = z.infer<typeof overpassAnswer>["elements"][number];

/**
 * The name of the nearest named harbour or anchorage; null if there is none.
 * @param server address for queries
 * @throws Error if there is no valid response
 */
export async function nameByOverpass(server: string, at: Whereabouts, how: Asking): Promise<string | null> {
  const answer = await askServer("Overpass", new URL(server), how, {
    language: at.language,
    form: new URLSearchParams({ data: queryFor(at) }),
  });
  const read = overpassAnswer.safeParse(answer);
  if (!read.success) throw new Error("Overpass gave no name: its answer has another form");
  const { remark, elements } = read.data;
  if (remark !== undefined && elements.length === 0) throw new Error("Overpass gave no name: it gave up");
  const [nearest] = elements
    .flatMap((element) => {
      const name = nameOf(element, at.language);
      return name === null ? [] : [{ name, away: awayM(element, at) }];
    })
    .sort((a, b) => a.away - b.away);
  return nearest?.name ?? null;
}

function queryFor({ latitude, longitude }: Whereabouts): string {
  const near = `nwr(around:${RADIUS_M},${latitude.toFixed(3)},${longitude.toFixed(3)})`;
  const kinds = [
    '["leisure"="marina"]',
    '["harbour"]',
    '["landuse"="harbour"]',
    '["seamark:type"~"^(harbour|anchorage|anchor_berth|mooring)$"]',
  ];
  return `[out:json][timeout:8];(${kinds.map((kind) => `${near}${kind};`).join("")});out tags center 50;`;
}

function nameOf({ tags }: Element, language: string): string | null {
  const given = [tags[`name:${language}`], tags.name, tags["seamark:name"]];
  return given.map((name) => shownName(name ?? "")).find((name) => name !== null) ?? null;
}

/** Distance, metres; infinite without a position, to sort last. */
function awayM({ lat, lon, center }: Element, at: Whereabouts): number {
  const [latitude, longitude] = [lat ?? center?.lat, lon ?? center?.lon];
  if (latitude === undefined || longitude === undefined) return Number.POSITIVE_INFINITY;
  return distanceM({ latitude, longitude }, at);
}
