/** Users' text on a log or a moorage: the same in every document. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { DOMParser, type Element } from "@xmldom/xmldom";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { lawCases } from "../../../../../test/support/laws/cases.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { exportProcedures } from "../../../src/boat/exports/procedures.ts";

const procedures = exportProcedures({ webUrl: "" });
let database: TestDatabase;
let boat: Boat;
let id: number;
beforeAll(async () => {
  database = await cloneDatabase();
  boat = await makeBoat(database);
  await boat.post(passage(Date.now() - 9 * 3_600_000, DAY_TRIP));
  await boat.drain();
  id = Number((await boat.logbook()).logs[0]?.id);
});
afterAll(() => database.drop());

async function xml(name: string, args: JsonObject = {}): Promise<Element> {
  const document = await boat.as("user_role", async (tx) =>
    procedures.get(name)?.(args, { tx, caller: { role: "user_role", claims: {} }, headers: {}, address: "" }),
  );
  const root = new DOMParser().parseFromString(String(document), "text/xml").documentElement;
  if (root === null) throw new Error(`${name} gives no document`);
  return root;
}

/** The texts of elements of one name within elements of another. */
function textsIn(root: Element, within: string, name: string): readonly (string | null)[] {
  return [...root.getElementsByTagName(within)].map(
    (one) => one.getElementsByTagName(name)[0]?.textContent ?? null,
  );
}

/** XML cannot represent most control characters, U+FFFE and U+FFFF. */
const printable = (text: string) =>
  Array.from(text)
    .filter((character) => {
      const code = character.codePointAt(0) ?? 0;
      return (code >= 0x20 && code !== 0xfffe && code !== 0xffff) || [0x9, 0xa, 0xd].includes(code);
    })
    .join("");

const PIECES = [
  "Höfn ",
  "Χίος",
  "мель",
  "מפרץ",
  "مرسى",
  "港",
  "e\u0301\u0323",
  "🌊👩‍✈️",
  "<b>&amp;]]>",
  "\"'",
  "\r\n\t",
  "\u2028\u0085",
];
const text = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 2000 }).map((pieces) => pieces.join("")),
  )
  .filter((one) => !one.includes("\0") && printable(one).trim() !== "");

it("is the same in GPX, KML and GeoJSON", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, notes, place) => {
      await boat.as("user_role", async (tx) => {
        await tx.run(sql`update api.logbook set name = ${name}, notes = ${notes} where id = ${id}::int`);
        await tx.run(sql`update api.moorages set name = ${place}, notes = ${notes}`);
      });
      const gpx = await xml("export_logbook_gpx_fn", { _id: id });
      expect(textsIn(gpx, "trk", "name")).toEqual([printable(name)]);
      expect(textsIn(gpx, "trk", "desc")).toEqual([printable(notes)]);
      const kml = await xml("export_logbook_kml_fn", { _id: id });
      expect(textsIn(kml, "Placemark", "name")[0]).toBe(printable(name));
      expect(textsIn(kml, "Placemark", "description")[0]).toContain(printable(notes));
      const folders = await xml("export_logbooks_kml_fn");
      expect(textsIn(folders, "Folder", "name")).toContain(printable(name));
      const waypoints = await xml("export_moorages_gpx_fn");
      for (const one of textsIn(waypoints, "wpt", "name")) expect(one).toBe(printable(place));
      for (const one of textsIn(waypoints, "wpt", "desc")) expect(one).toContain(printable(notes));
      const [json] = await boat.as("user_role", (tx) =>
        tx.query(sql`
          select f -> 'properties' ->> 'name' as name, f -> 'properties' ->> 'notes' as notes
          from jsonb_array_elements(api.export_logbook_geojson_fn(${id}::int)::jsonb -> 'features') f
          where f -> 'geometry' ->> 'type' like '%LineString'`),
      );
      expect(json).toEqual({ name, notes });
    }),
    { numRuns: lawCases(1 / 5) },
  );
});
