/** Real recordings, kept beside the repository: tests and the bench skip them where they are absent. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";

const DATA = new URL("../../../../../../../../shared/data/", import.meta.url);

function path(name: string): string {
  return fileURLToPath(new URL(name, DATA));
}

export const RECORDINGS = {
  sample: path("metrics-kapla.json"),
  history: path("history-baltic-2022-09-10.json"),
  nmea: path("nmea0183-lille-oe-2019-09-13T17.log"),
};

const NOTHING = { sogKnots: null, cogDegrees: null, status: null, engine: null, tripId: null };

const sample = z.object({
  metrics: z.array(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      speedoverground: z.number().nullable(),
      courseovergroundtrue: z.number().nullable(),
      status: z.enum(["sailing", "motoring", "moored", "anchored"]).nullable(),
    }),
  ),
});

/** Row i at i minutes after the start; the last row is late: its time lies before its predecessor's. */
export function readSample(start: number): Fix[] {
  const { metrics } = sample.parse(JSON.parse(readFileSync(RECORDINGS.sample, "utf8")));
  return metrics.map((row, i) => ({
    ...NOTHING,
    time: start + (i === metrics.length - 1 ? i - 1.5 : i) * 60_000,
    latitude: row.latitude,
    longitude: row.longitude,
    sogKnots: row.speedoverground,
    cogDegrees: row.courseovergroundtrue,
    status: row.status,
  }));
}

const history = z.object({
  data: z.array(z.tuple([z.string(), z.tuple([z.number(), z.number()]).nullable()])),
});

/** Positions each ten seconds, nothing else. */
export function readHistory(): Fix[] {
  const { data } = history.parse(JSON.parse(readFileSync(RECORDINGS.history, "utf8")));
  return data.flatMap(([time, position]) =>
    position === null
      ? []
      : [{ ...NOTHING, time: Date.parse(time), longitude: position[0], latitude: position[1] }],
  );
}

function degrees(text: string, hemisphere: string): number {
  const point = text.indexOf(".");
  const whole = Number(text.slice(0, point - 2)) + Number(text.slice(point - 2)) / 60;
  return hemisphere === "S" || hemisphere === "W" ? -whole : whole;
}

/** The valid RMC sentences of a log whose lines are `ms;N;sentence`. */
export function readNmea(): Fix[] {
  return readFileSync(RECORDINGS.nmea, "utf8")
    .split("\n")
    .flatMap((line): Fix[] => {
      const [ms, , sentence = ""] = line.trim().split(";");
      const [kind = "", , valid, lat = "", ns = "", lon = "", ew = "", sog, cog] = sentence.split(",");
      if (!/^\$..RMC$/.test(kind) || valid !== "A" || lat === "" || lon === "") return [];
      return [
        {
          ...NOTHING,
          time: Number(ms),
          latitude: degrees(lat, ns),
          longitude: degrees(lon, ew),
          sogKnots: sog ? Number(sog) : null,
          cogDegrees: cog ? Number(cog) : null,
        },
      ];
    });
}
