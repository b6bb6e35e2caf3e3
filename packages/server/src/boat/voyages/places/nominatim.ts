/** Place names from a Nominatim server (`reverse`, format `jsonv2`). */
import { z } from "zod";
import { type Asking, askServer, shownName, type Whereabouts } from "./place-server.ts";

/** Single features: a marina, a bay, an islet. */
const ZOOM = 18;

const reverseAnswer = z.union([
  z.object({
    name: z.string().nullish(),
    category: z.string().default(""),
    type: z.string().default(""),
    address: z.record(z.string(), z.unknown()).default({}),
  }),
  // On the high seas.
  z.object({ error: z.unknown() }).transform(() => null),
]);

/** Features that sailors name a berth by, unlike streets, shops and houses. */
const MARITIME: ReadonlySet<string> = new Set(["harbour", "natural", "place", "seamark", "waterway"]);
const MARITIME_TYPES: ReadonlySet<string> = new Set(["marina", "harbour", "port", "pier", "ferry_terminal"]);

/** Address parts that name a place, smallest first. */
const PARTS = ["islet", "hamlet", "suburb", "village", "town", "island", "city", "municipality"] as const;

/**
 * The name of a position; null if the server has none suitable for a berth.
 * @param server address without `/reverse`
 * @throws Error if there is no valid response
 */
export async function nameByNominatim(server: string, at: Whereabouts, how: Asking): Promise<string | null> {
  const url = new URL(server);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/reverse`;
  for (const [key, value] of Object.entries({
    format: "jsonv2",
    lat: at.latitude.toFixed(3),
    lon: at.longitude.toFixed(3),
    zoom: String(ZOOM),
    "accept-language": at.language,
  })) {
    url.searchParams.set(key, value);
  }
  const read = reverseAnswer.safeParse(await askServer("Nominatim", url, how, at));
  if (!read.success) throw new Error("Nominatim gave no name: its answer has another form");
  return read.data === null ? null : nameOf(read.data);
}

type Feature = Exclude<z.infer<typeof reverseAnswer>, null>;

function nameOf({ name, category, type, address }: Feature): string | null {
  const isHouse = category === "place" && type === "house";
  const own = !isHouse && (MARITIME.has(category) || MARITIME_TYPES.has(type)) ? (name ?? "") : "";
  const parts = PARTS.map((part) => address[part]).filter((part) => typeof part === "string");
  return [own, ...parts].map(shownName).find((shown) => shown !== null) ?? null;
}
