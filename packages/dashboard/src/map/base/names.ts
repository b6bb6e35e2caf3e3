/** The names of countries and seas in the user's language. */

import url from "../../../../server/dist/map/names.json?url";
import type { Speech } from "../../languages/speech.ts";
import { translated } from "../../server-messages/translated.ts";
import { countryName } from "../../units/country.ts";

type Named = readonly [name: string, longitude: number, latitude: number, zoom: number];

function isNamed(value: unknown): value is Named {
  const [name, ...numbers]: unknown[] = Array.isArray(value) ? value : [];
  return typeof name === "string" && numbers.length === 3 && numbers.every((one) => typeof one === "number");
}

function list(value: unknown, key: "countries" | "seas"): readonly Named[] {
  const found = typeof value === "object" && value !== null ? Reflect.get(value, key) : null;
  return Array.isArray(found) ? found.filter(isNamed) : [];
}

function point(kind: "country" | "sea", [name, longitude, latitude, zoom]: Named): GeoJSON.Feature {
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: { kind, name, zoom },
  };
}

/** Points with `kind`, `name` and a minimum zoom. */
export async function chartNames(speech: Speech): Promise<GeoJSON.FeatureCollection> {
  const [response] = await Promise.all([fetch(url), speech.sentences?.fetch()]);
  const names: unknown = await response.json();
  const countries = list(names, "countries").map(([code, ...rest]) =>
    point("country", [countryName(code, speech.i18n.locale) ?? code, ...rest]),
  );
  return {
    type: "FeatureCollection",
    features: [
      ...countries,
      ...list(names, "seas").map(([name, ...rest]) => point("sea", [translated(name, speech), ...rest])),
    ],
  };
}
