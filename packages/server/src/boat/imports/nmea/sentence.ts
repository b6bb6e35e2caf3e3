/**
 * Checks and parses an NMEA 0183 sentence.
 * @see https://gpsd.gitlab.io/gpsd/NMEA.html
 */
import { KNOT_MPS, NM_M } from "@wakelog/kit/geo/units.ts";
import { environmentSentences } from "./environment.ts";
import { type Content, type Fields, number, radians, scaled } from "./fields.ts";

/** Longer lines are not sentences: the standard allows 82 characters, and loggers add some. */
const LONGEST = 1024;

/**
 * The name without its talker, the fields, and whether a checksum confirms them. Trailing text from loggers, such as a
 * quote, is ignored.
 * @returns "broken" for a wrong checksum or an incomplete sentence, null for proprietary and AIS sentences
 */
export function parseSentence(
  text: string,
): { name: string; fields: Fields; isChecked: boolean } | "broken" | null {
  if (text.startsWith("!") || text.startsWith("$P")) return null;
  if (text.length > LONGEST) return "broken";
  const star = text.indexOf("*");
  const body = text.slice(1, star < 0 ? undefined : star).trimEnd();
  const [, name] = /^[A-Z0-9]{2}([A-Z0-9]{3}),/i.exec(body) ?? [];
  if (name === undefined) return "broken";
  // Some old instruments send no checksum.
  if (star >= 0) {
    const sent = text.slice(star + 1, star + 3);
    if (!/^[0-9A-F]{2}$/i.test(sent) || Number.parseInt(sent, 16) !== sum(text)) return "broken";
  }
  const fields = (star < 0 ? body.replace(/"$/, "") : body).slice(6).split(",");
  return { name: name.toUpperCase(), fields, isChecked: star >= 0 };
}

function sum(text: string): number {
  let value = 0;
  for (let i = 1; i < text.length && text[i] !== "*"; i++) value ^= text.charCodeAt(i);
  return value;
}

/** The contents of a sentence; null if it is not about the vessel. */
export function read(name: string, fields: Fields): Content | null {
  return (READERS[name] ?? environmentSentences[name])?.(fields) ?? null;
}

const READERS: Readonly<Record<string, (fields: Fields) => Content>> = {
  RMC: (f) =>
    f[1] !== "A" || f[11] === "N"
      ? {}
      : {
          secondOfDay: secondOfDay(f[0]),
          day: day(f[8]),
          isSureOfDay: true,
          position: position(f, 2),
          sogKnots: number(f[6]),
          cogDegrees: number(f[7]),
        },
  GGA: (f) =>
    f[5] === "0" || f[5] === ""
      ? {}
      : {
          secondOfDay: secondOfDay(f[0]),
          position: position(f, 1),
          readings: {
            "navigation.gnss.satellites": number(f[6]),
            "navigation.gnss.horizontalDilution": number(f[7]),
          },
        },
  GLL: (f) =>
    f[5] === "V" || f[6] === "N" ? {} : { secondOfDay: secondOfDay(f[4]), position: position(f, 0) },
  ZDA: (f) => ({ secondOfDay: secondOfDay(f[0]), day: dayOf(Number(f[3]), Number(f[2]), Number(f[1])) }),
  VTG: (f) => (f[8] === "N" ? {} : { cogDegrees: number(f[0]), sogKnots: number(f[4]) }),
  HDT: (f) => ({ readings: { "navigation.headingTrue": radians(f[0]) } }),
  HDM: (f) => ({ readings: { "navigation.headingMagnetic": radians(f[0]) } }),
  HDG: (f) => ({ readings: { "navigation.headingMagnetic": radians(f[0]) } }),
  VHW: (f) => ({
    readings: {
      "navigation.headingTrue": radians(f[0]),
      "navigation.headingMagnetic": radians(f[2]),
      "navigation.speedThroughWater": scaled(f[4], KNOT_MPS),
    },
  }),
  VLW: (f) => ({
    readings: { "navigation.log": scaled(f[0], NM_M), "navigation.trip.log": scaled(f[2], NM_M) },
  }),
  RPM: (f) =>
    f[0] === "E" && f[4] !== "V"
      ? { readings: { [`propulsion.${f[1] === "" ? "0" : f[1]}.revolutions`]: scaled(f[2], 1 / 60) } }
      : {},
};

/** `ddmm.mmm,N,dddmm.mmm,E` from field `at`. */
function position(f: Fields, at: number): { latitude: number; longitude: number } | null {
  const latitude = angle(f[at], f[at + 1], "N", "S");
  const longitude = angle(f[at + 2], f[at + 3], "E", "W");
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function angle(text = "", side = "", plus: string, minus: string): number | null {
  const match = /^(\d{1,3})(\d\d(?:\.\d+)?)$/.exec(text);
  if (match === null || (side !== plus && side !== minus)) return null;
  const degrees = Number(match[1]) + Number(match[2]) / 60;
  return Math.round((side === plus ? degrees : -degrees) * 1e9) / 1e9;
}

function secondOfDay(text = ""): number | null {
  const match = /^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(text);
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

/** `ddmmyy`; two-digit years are 1980 to 2079. */
function day(text = ""): number | null {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (match === null) return null;
  const year = Number(match[3]);
  return dayOf(year < 80 ? 2000 + year : 1900 + year, Number(match[2]), Number(match[1]));
}

function dayOf(year: number, month: number, date: number): number | null {
  const at = Date.UTC(year, month - 1, date);
  return month >= 1 && month <= 12 && date >= 1 && date <= 31 && Number.isFinite(at) ? at : null;
}
