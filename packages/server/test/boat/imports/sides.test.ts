/** Tables whose coordinates have no sign, and other columns that say on which side they are. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnreadableFile } from "../../../src/boat/imports/row.ts";
import { readText } from "./files.ts";

/** Spellings of north, south, east and west. */
const LANGUAGES = [
  ["N", "S", "E", "W"],
  ["n", "s", "e", "w"],
  ["North", "South", "East", "West"],
  ["NORTH", "SOUTH", "EAST", "WEST"],
  ["Nord", "Süd", "Ost", "West"],
  ["Nord", "Sud", "Est", "Ouest"],
  ["Norte", "Sur", "Este", "Oeste"],
  ["norte", "sul", "leste", "oeste"],
] as const;
/** Heads of the sides of latitude and longitude. */
const HEADS = [
  ["Lat Hem", "Lon Hem"],
  ["hemisphere_lat", "hemisphere_lon"],
  ["LatHem", "LngHem"],
  ["Hemisphere 1", "Hemisphere 2"],
  ["dir", "dir2"],
  ["N/S", "E/W"],
  ["lat_dir", "lon_dir"],
  ["Side (lat)", "Side (lon)"],
  ["a", "b"],
  ["", ""],
] as const;

interface Column {
  readonly head: string;
  readonly cell: (latitude: number, longitude: number, n: number) => string;
}

const tables = fc.record({
  places: fc.array(
    fc.tuple(
      fc.double({ min: -60, max: 60, noNaN: true }).filter((value) => Math.abs(value) > 0.01),
      fc.double({ min: -179, max: 179, noNaN: true }).filter((value) => Math.abs(value) > 0.01),
    ),
    { minLength: 1, maxLength: 8 },
  ),
  words: fc.constantFrom(...LANGUAGES),
  heads: fc.constantFrom(...HEADS),
  isSigned: fc.boolean(),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
  separator: fc.constantFrom(",", ";", "\t"),
});

const line = (n: number) => new Date(Date.UTC(2026, 5, 1, 8, n)).toISOString();
const table = (columns: readonly Column[], places: readonly (readonly [number, number])[], separator = ",") =>
  [
    columns.map(({ head }) => head).join(separator),
    ...places.map(([latitude, longitude], n) =>
      columns.map(({ cell }) => cell(latitude, longitude, n)).join(separator),
    ),
  ].join("\n");

describe("the sides of coordinates", () => {
  it("are those that other columns say, whatever their heads, words and order", async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ places, words, heads, isSigned, order, separator }) => {
        const written = (value: number) => (isSigned ? value : Math.abs(value)).toFixed(6);
        const columns: Column[] = [
          { head: "time", cell: (_latitude, _longitude, n) => line(n) },
          { head: "lat", cell: (latitude) => written(latitude) },
          { head: "lon", cell: (_, longitude) => written(longitude) },
          { head: heads[0], cell: (latitude) => words[latitude < 0 ? 1 : 0] },
          { head: heads[1], cell: (_, longitude) => words[longitude < 0 ? 3 : 2] },
          { head: "Wind from", cell: (_latitude, _longitude, n) => "SN"[n % 2] ?? "" },
          { head: "cook", cell: () => "Aino" },
        ];
        const { rows, error } = await readText(
          table(
            order.map((at) => columns[at] as Column),
            places,
            separator,
          ),
        );
        expect(error).toBeNull();
        expect(rows.map((row) => [row.latitude, row.longitude])).toEqual(
          places.map((place) => place.map((value) => Number(value.toFixed(6)))),
        );
      }),
      { numRuns: 400 },
    );
  });

  const read = (head: string, ...lines: string[]) =>
    readText([`time,${head}`, ...lines.map((cells, n) => `${line(n)},${cells}`)].join("\n"));

  it("may be O, where the other letter of the column tells what it means", async () => {
    const german = await read("lat,lon,Lon Hem", "54,10,O", "54,10,W");
    expect(german.rows.map((row) => row.longitude)).toEqual([10, -10]);
    const french = await read("lat,ns,lon,ew", "54,N,10,O", "54,N,10,E");
    expect(french.rows.map((row) => row.longitude)).toEqual([-10, 10]);
  });

  it.each([
    ["an O that may be east or west", "lat,lon,Lon Hem", ["54,10,O"]],
    ["an O under a head that is known", "lat,ns,lon,ew", ["54,N,10,O"]],
    ["a column that is beside neither coordinate", "lat,lon,a,b", ["33.9,70.2,x,S"]],
    ["a column alone, which may be where the boat went", "lat,lon,dir", ["54,10,W", "54,9.9,W"]],
    ["two columns that may be the side of one coordinate", "a,lat,b,lon,c", ["S,33.9,N,70.2,W"]],
    ["a head of the other coordinate", "lat,lon,Lon Hem", ["33.9,70.2,S"]],
    ["sides of both coordinates in one column", "lat,lon,Hem", ["33.9,70.2,S", "33.9,70.2,W"]],
    ["a side that contradicts a minus", "lat,Lat Hem,lon", ["-33.9,N,70.2"]],
    ["a side that contradicts some signs", "lat,dir,lon,dir2", ["33.9,S,70.2,E", "-33.9,N,70.2,E"]],
    ["a side that contradicts a plus", "lat,Lat Hem,lon", ["+33.9,S,70.2"]],
    ["a side that contradicts a letter", "lat,Lat Hem,lon", ["33.9 N,S,70.2"]],
    ["a side in words that are not known", "lat,Lat Hem,lon", ["33.9,Etelä,70.2"]],
    ["an O in the head of a longitude", "lat,lon (O)", ["54,10"]],
    ["a head that contradicts some signs", "lat (S),lon", ["33.9,70.2", "-33.9,70.2"]],
    ["a head that contradicts a letter", "lat,lon W", ["33.9,70.2 E"]],
    ["a cell among the sides that is none", "lat,lat_side,lon", ["33.9,S,70.2", "33.9,Etelä,70.2"]],
  ])("are not guessed from %s: the file is refused", async (_, head, lines) => {
    const { rows, error } = await read(head, ...lines);
    expect(rows).toEqual([]);
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error?.message).toMatch(/^(It is not clear which coordinate t|T)he column .+ of the table .+\.$/);
  });

  it.each([
    ["lat (S)", "Longitude W"],
    ["Latitude_South", "lng_w"],
    ["lat [°S]", "lon (deg W)"],
    ["LATITUDE (degrees_south)", "LONGITUDE (degrees_west)"],
    ["latitude sud", "longitude ouest"],
  ])("are those that the coordinates' own heads name: %s, %s", async (latitude, longitude) => {
    const cells = fc.tuple(
      fc.double({ min: 0.01, max: 60, noNaN: true }),
      fc.double({ min: 0.01, max: 179, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(cells, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (places, isSigned) => {
          const written = (value: number) => (isSigned ? -value : value).toFixed(6);
          const lines = places.map((place) => place.map(written).join(","));
          const { rows, error, remarks } = await read(`${latitude},${longitude}`, ...lines);
          expect(error).toBeNull();
          expect(rows.map((row) => [row.latitude, row.longitude])).toEqual(
            places.map((place) => place.map((value) => -Number(value.toFixed(6)))),
          );
          expect(remarks.notes).toEqual([`${latitude} is read as S`, `${longitude} is read as W`]);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("are the other ones for a minus under a head of north or east", async () => {
    const { rows } = await read("lat (N),Longitude E", "33.9,-70.2", "-33.9,70.2");
    expect(rows.map((row) => [row.latitude, row.longitude])).toEqual([
      [33.9, -70.2],
      [-33.9, 70.2],
    ]);
  });

  it("are those of each line where they have a column beside such a head", async () => {
    const { rows } = await read("lat (S),ns,lon", "33.9,S,70.2", "33.9,N,70.2");
    expect(rows.map((row) => row.latitude)).toEqual([-33.9, 33.9]);
  });

  it("are not the seconds of a coordinate", async () => {
    const { rows } = await read("lat,lat_m,lat_s,lon", "33.9,54,0,70.2");
    expect(rows.map((row) => row.latitude)).toEqual([33.9]);
    const { error } = await read("lat_d,lat_m,lat_s,lon", "33,54,0,70.2");
    expect(error?.message).toMatch(/^The table has no positions/);
  });

  it("may be told by a column that first speaks after thousands of lines", async () => {
    const early = Array.from({ length: 3000 }, () => ",,70.2,");
    const { rows } = await read("lat,Lat Hem,lon,Lon Hem", ...early, "33.9,S,70.2,W");
    expect(rows.map((row) => [row.latitude, row.longitude])).toEqual([[-33.9, -70.2]]);
  });

  it("are unknown where a cell has nothing", async () => {
    for (const nothing of ["", "-", "null", "n/a"]) {
      const { rows, remarks } = await read("lat,Lat Hem,lon", `33.9,${nothing},70.2`, "33.9,S,70.2");
      expect(rows.map((row) => row.latitude)).toEqual([-33.9]);
      expect(remarks.skipped.get("lines without a position")).toBe(1);
    }
  });

  it("are left as they are by columns of other things", async () => {
    for (const [head, cells] of [
      ["lat,lon,Engine", ["-33.9,-70.2,E", "-33.9,-70.2,"]],
      ["lat,Wind,lon", ["33.9,S,70.2"]],
      ["lat,dir,lon", ["33.9,S,70.2", "33.9,SSW,70.2"]],
      ["lat,lon,Remark", ["33.9,70.2,w", "33.9,70.2,calm"]],
    ] as const) {
      const { rows, error, remarks } = await read(head, ...cells);
      expect(error).toBeNull();
      expect(rows.map((row) => Math.sign(row.latitude ?? 0))).toEqual(
        cells.map((cell) => (cell.startsWith("-") ? -1 : 1)),
      );
      expect(remarks.notes.join()).toContain("not used");
    }
  });

  it("stand in the notes", async () => {
    const { remarks } = await read("lat,Lat Hem,lon,Lon Hem,cook", "33.9,S,70.2,W,Aino");
    expect(remarks.notes).toEqual(["not used: cook", "Lat Hem is read as N/S", "Lon Hem is read as E/W"]);
  });
});
