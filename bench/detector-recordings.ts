/** Prints the trips of the real recordings and draws them: `npx tsx bench/detector-recordings.ts` writes docs/*.svg. */
import { existsSync, writeFileSync } from "node:fs";
import { distanceM } from "@wakelog/kit/geo/distance.ts";
import { simplify } from "@wakelog/kit/geo/simplify.ts";
import { fold, initialState, unsettled } from "../packages/server/src/boat/voyages/detector/detector.ts";
import type { Fix } from "../packages/server/src/boat/voyages/detector/fixes/fix.ts";
import type { Interval } from "../packages/server/src/boat/voyages/detector/intervals/interval.ts";
import { DEFAULT_SETTINGS } from "../packages/server/src/boat/voyages/detector/thresholds.ts";
import {
  RECORDINGS,
  readHistory,
  readNmea,
  readSample,
} from "../packages/server/test/boat/voyages/detector/scenarios/recordings.ts";

const WIDTH = 720;
const EDGE = 40;

function found(fixes: readonly Fix[]): readonly Interval[] {
  const { state, settled } = fold(initialState(), fixes, DEFAULT_SETTINGS);
  return [...settled, ...unsettled(state, DEFAULT_SETTINGS)];
}

function clock(t: number | null): string {
  return t === null ? "…" : `${new Date(t).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

function draw(title: string, fixes: readonly Fix[], intervals: readonly Interval[]): string {
  const lats = fixes.map((f) => f.latitude);
  const lons = fixes.map((f) => f.longitude);
  const [south, north, west, east] = [
    Math.min(...lats),
    Math.max(...lats),
    Math.min(...lons),
    Math.max(...lons),
  ];
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (WIDTH - 2 * EDGE) / Math.max((east - west) * shrink, north - south, 1e-9);
  const height = Math.round((north - south) * scale + 2 * EDGE + 40);
  const x = (lon: number) => (EDGE + (lon - west) * shrink * scale).toFixed(1);
  const y = (lat: number) => (EDGE + 20 + (north - lat) * scale).toFixed(1);
  const width = Math.max(420, Math.round((east - west) * shrink * scale + 2 * EDGE));
  const metresPerUnit = distanceM(
    { latitude: south, longitude: west },
    { latitude: south + 1 / scale, longitude: west },
  );
  const lines = intervals.flatMap((i) => {
    if (i.kind === "stay") {
      const r = Math.max(4, i.radiusM / metresPerUnit).toFixed(1);
      return [`<circle cx="${x(i.longitude)}" cy="${y(i.latitude)}" r="${r}" class="stay"/>`];
    }
    const within = fixes.filter((f) => f.time >= i.from && f.time <= (i.to ?? Number.POSITIVE_INFINITY));
    const points = simplify(within, 5).map((f) => `${x(f.longitude)},${y(f.latitude)}`);
    return [`<polyline points="${points.join(" ")}" class="leg"/>`];
  });
  const ends = intervals.flatMap((i) => {
    if (i.kind === "stay") return [];
    const at = (lat: number, lon: number, text: string) =>
      `<circle cx="${x(lon)}" cy="${y(lat)}" r="3"/><text x="${Number(x(lon)) + 6}" y="${Number(y(lat)) - 6}">${text}</text>`;
    const last = fixes.at(-1);
    const [lat, lon] = [i.toLatitude ?? last?.latitude ?? 0, i.toLongitude ?? last?.longitude ?? 0];
    return [
      at(i.fromLatitude, i.fromLongitude, clock(i.from).slice(11)),
      at(lat, lon, i.to === null ? "under way" : clock(i.to).slice(11)),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    "<style>.leg{fill:none;stroke:#0b5cad;stroke-width:2}.stay{fill:#e07b00;fill-opacity:.35;stroke:#e07b00}text{fill:#333}</style>",
    `<rect width="${width}" height="${height}" fill="#fff"/><text x="${EDGE}" y="22" font-size="15">${title}</text>`,
    ...lines,
    ...ends,
    `</svg>\n`,
  ].join("\n");
}

function report(name: string, title: string, file: string, read: () => Fix[]): void {
  if (!existsSync(file)) {
    console.log(`${title}: skipped, ${file} is absent`);
    return;
  }
  const fixes = read();
  const intervals = found(fixes);
  console.log(
    `\n${title}: ${fixes.length} fixes, ${clock(fixes[0]?.time ?? null)} to ${clock(fixes.at(-1)?.time ?? null)}\n`,
  );
  for (const i of intervals) {
    const nm =
      i.kind === "leg"
        ? `${i.segments.reduce((sum, s) => sum + s.distanceNm, 0).toFixed(2)} NM`
        : i.kind === "stay"
          ? `${i.radiusM} m`
          : `${i.distanceNm.toFixed(2)} NM, ${i.cause}`;
    console.log(
      `| ${i.kind} | ${clock(i.from)} | ${clock(i.to)} | ${nm} | ${i.confidence} | ${i.fromReason.text} | ${i.toReason?.text ?? ""} |`,
    );
  }
  writeFileSync(new URL(`../docs/detector-${name}.svg`, import.meta.url), draw(title, fixes, intervals));
}

const START = Date.UTC(2022, 6, 30, 14, 52);
report("sample", "The known sample", RECORDINGS.sample, () =>
  readSample(START).sort((a, b) => a.time - b.time),
);
report("baltic", "Baltic, 10 September 2022", RECORDINGS.history, readHistory);
report("nmea", "NMEA 0183 log, 13 September 2019", RECORDINGS.nmea, readNmea);
