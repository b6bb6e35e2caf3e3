import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInstant } from "../../src/time/iso-time.ts";
import { DAY, MINUTE } from "../../src/time/units.ts";

const CASES = { numRuns: 1000 };
const times = fc
  .date({ min: new Date("0001-01-03"), max: new Date("9999-12-29"), noInvalidDate: true })
  .map(Number);
const days = times.map((time) => Math.floor(time / DAY) * DAY);
/** Minutes east of UTC, and how they are written. */
const zones = fc
  .tuple(fc.integer({ min: -959, max: 959 }), fc.constantFrom(":", ""))
  .map(([minutes, colon]) => {
    const [hours, rest] = [Math.abs(minutes) / 60, Math.abs(minutes) % 60].map((n) =>
      String(Math.floor(n)).padStart(2, "0"),
    );
    return { minutes, text: `${minutes < 0 ? "-" : "+"}${hours}${colon}${rest}` };
  });
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

describe("a time that a boat wrote", () => {
  it("is the instant that it was written for, in any zone and to any digit", () => {
    fc.assert(
      fc.property(
        times,
        zones,
        fc.constantFrom("T", "t", " "),
        fc.constantFrom(16, 19, 23),
        (time, zone, between, length) => {
          const local = new Date(time + zone.minutes * MINUTE).toISOString().slice(0, length);
          const step = length === 16 ? MINUTE : length === 19 ? 1000 : 1;
          const written = local.replace("T", between) + zone.text;
          expect(parseInstant(written)).toBe(Math.floor(time / step) * step);
          expect(parseInstant(` ${written} `, "logger")).toBe(Math.floor(time / step) * step);
        },
      ),
      CASES,
    );
  });

  it("cuts off what is finer than a millisecond", () => {
    fc.assert(
      fc.property(times, fc.stringMatching(/^\d{1,6}$/), fc.constantFrom(".", ","), (time, finer, point) => {
        const [seconds, milliseconds] = new Date(time).toISOString().slice(0, 23).split(".");
        expect(parseInstant(`${seconds}${point}${milliseconds}${finer}Z`)).toBe(time);
      }),
      CASES,
    );
  });

  it("may be the end of its day, which is the beginning of the next, however precisely it is written", () => {
    fc.assert(
      fc.property(
        days,
        zones,
        fc.constantFrom("24:00", "24:00:00", "24:00:00.000", "24:00:00.0000"),
        fc.boolean(),
        (day, zone, end, isUtc) => {
          const text = `${dayText(day)}T${end}${isUtc ? "Z" : zone.text}`;
          const expected = day + DAY - (isUtc ? 0 : zone.minutes * MINUTE);
          expect(parseInstant(text)).toBe(expected);
          expect(parseInstant(text, "logger")).toBe(expected);
        },
      ),
      CASES,
    );
  });

  it("may be a leap second, which is the first second of the next minute", () => {
    fc.assert(
      fc.property(times, (time) => {
        const minute = Math.floor(time / MINUTE) * MINUTE;
        const text = new Date(minute).toISOString().slice(0, 16);
        for (const end of [":60Z", ":60", ":60.000Z"]) expect(parseInstant(text + end)).toBe(minute + MINUTE);
      }),
      CASES,
    );
  });

  it("is refused past the end of its day, hour, minute or month, and beyond the last zone", () => {
    const number = fc.integer({ min: 0, max: 99 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        (year, month, day, hour, minute, second, zoneHours, zoneRest) => {
          const two = (n: number) => String(n).padStart(2, "0");
          const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
          const lastDay = [
            31,
            year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0) ? 29 : 28,
            ...[31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
          ][month - 1];
          const isDay = lastDay !== undefined && day >= 1 && day <= lastDay;
          const isTime =
            (hour < 24 && minute < 60 && second <= 60) || (hour === 24 && minute === 0 && second === 0);
          const isZone = zoneHours < 16 && zoneRest < 60;
          const clock = `${two(hour)}:${two(minute)}:${two(second)}`;
          for (const form of ["iso", "logger"] as const) {
            expect(parseInstant(date, form) !== null).toBe(isDay);
            expect(parseInstant(`2026-06-01T${clock}Z`, form) !== null).toBe(isTime);
            expect(parseInstant(`2026-06-01T10:00+${two(zoneHours)}:${two(zoneRest)}`, form) !== null).toBe(
              isZone,
            );
          }
        },
      ),
      CASES,
    );
  });

  it("is never read in two ways: what boats may write means the same from a logger", () => {
    const piece = fc.constantFrom(
      ..."0123456789-/.:TZ +,UTCGM".split(""),
      "2026-06-01",
      "T10:00",
      ":30",
      "+02",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        const strict = parseInstant(text);
        if (strict !== null) expect(parseInstant(text, "logger")).toBe(strict);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe("a time that a logger wrote", () => {
  it("may have other separators, single digits, and the zone in words, which a boat's may not", () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom("/", "."),
        fc.integer({ min: 0, max: 9 }),
        fc.constantFrom(" UTC", " GMT", "UTC", " Z", ""),
        (day, separator, hour, zone) => {
          const [year, month, date] = dayText(day).split("-");
          const text = `${year}${separator}${Number(month)}${separator}${Number(date)} ${hour}:05${zone}`;
          expect(parseInstant(text, "logger")).toBe(day + (hour * 60 + 5) * MINUTE);
          expect(parseInstant(text)).toBeNull();
        },
      ),
      CASES,
    );
  });
});
