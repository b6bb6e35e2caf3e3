/** Logs that boats and their servers keep: whose readings they have, and when these were. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Point, readText, rmc, START, sentence, trip } from "./files.ts";

const DAY = 86_400_000;

const clock = (time: number) => new Date(time).toISOString().slice(11, 22).replaceAll(":", "");
const angle = (degrees: number) =>
  `${String(Math.floor(degrees)).padStart(2, "0")}${((degrees % 1) * 60).toFixed(6).padStart(9, "0")}`;

function zda(time: number, day = time): string {
  const [year = "", month = "", date = ""] = new Date(day).toISOString().slice(0, 10).split("-");
  return sentence(`GPZDA,${clock(time)},${date},${month},${year},00,00`);
}
const gga = ({ time, latitude }: Point) =>
  sentence(`GPGGA,${clock(time)},${angle(latitude)},N,02230.0000,E,1,09,0.9,2.0,M,20.0,M,,`);
const gll = ({ time, latitude }: Point) =>
  sentence(`GPGLL,${angle(latitude)},N,02230.0000,E,${clock(time)},A`);
/** A fix whose time of day is right, and its date another. */
const dated = (point: Point, day: number) =>
  rmc({ ...point, time: Math.floor(day / DAY) * DAY + (point.time % DAY) });

describe("the date of a log", () => {
  const SENTENCES = ["zda", "rmc", "gga", "gll"] as const;
  type Kind = (typeof SENTENCES)[number];

  const logs = fc
    .record({
      start: fc.integer({ min: Date.UTC(2015, 0) / 1000, max: Date.UTC(2026, 0) / 1000 }),
      every: fc.integer({ min: 1, max: 100 }),
      epochs: fc.array(fc.shuffledSubarray([...SENTENCES], { minLength: 1 }), {
        minLength: 2,
        maxLength: 30,
      }),
      cold: fc.nat({ max: 20 }),
      wrong: fc.integer({ min: Date.UTC(1980, 0, 6), max: Date.UTC(2014, 0) }),
      stamped: fc.boolean(),
    })
    // The receiver learns its date, and sends it in its most reliable sentence.
    .map((log) => {
      const learned = log.epochs.slice(log.cold).flat();
      const early = log.epochs.slice(0, log.cold).flat();
      const isLearned = learned.includes("rmc") || (learned.includes("zda") && !early.includes("rmc"));
      return isLearned ? log : { ...log, cold: 0, epochs: [["gga", "zda", "rmc"] as Kind[], ...log.epochs] };
    });

  it("is that of each time of day, whichever sentences say it, in any order, from a cold start on", async () => {
    await fc.assert(
      fc.asyncProperty(logs, async ({ start, every, epochs, cold, wrong, stamped }) => {
        const points = epochs.map((_, n) => ({
          time: (start + n * every) * 1000,
          latitude: 40 + n / 1000,
          longitude: 22.5,
          sogKnots: 0,
        }));
        const lines = epochs.flatMap((kinds, n) => {
          const point = points[n] as Point;
          const day = n < cold ? wrong : point.time;
          const text = {
            zda: zda(point.time, day),
            rmc: dated(point, day),
            gga: gga(point),
            gll: gll(point),
          };
          return kinds.map((kind) => (stamped ? `${point.time + 300};N;${text[kind]}` : text[kind]));
        });
        const { rows, error } = await readText(lines.join("\n"), 300);
        const placed = epochs.flatMap((kinds, n) =>
          kinds.some((kind) => kind !== "zda") ? [points[n]] : [],
        );
        if (placed.length === 0) expect(error).not.toBeNull();
        else expect(rows[0]?.time).toBe(placed[0]?.time);
        for (const row of rows)
          expect(row.time).toBe(points[Math.round(((row.latitude ?? 0) - 40) * 1000)]?.time);
      }),
      { numRuns: 300 },
    );
  });

  it("follows a log that is switched off and on again on other days", async () => {
    const days = [0, 1, 5].map((day) => trip(600).map((p) => ({ ...p, time: p.time + day * DAY })));
    const lines = days.flatMap((points) => points.flatMap((p) => [gga(p), zda(p.time), gll(p)]));
    const { rows } = await readText(lines.join("\n"));
    expect(rows.map((row) => row.time)).toEqual(days.flat().map((p) => p.time));
  });

  it("is not that of one sentence against many", async () => {
    const points = trip(60);
    const lines = points.map((p, n) => (n === 100 || n === 180 ? dated(p, p.time - DAY) : rmc(p)));
    const { rows } = await readText(lines.join("\n"));
    expect(rows.map((row) => row.time)).toEqual(points.map((p) => p.time));
  });
});

const delta = (context: string | null, values: Record<string, unknown>, time = START) =>
  JSON.stringify({
    ...(context === null ? {} : { context }),
    updates: [
      {
        timestamp: new Date(time).toISOString(),
        values: Object.entries(values).map(([path, value]) => ({ path, value })),
      },
    ],
  });

describe("deltas in a log", () => {
  const OTHER = "vessels.urn:mrn:imo:mmsi:230999990";
  const OWN = "vessels.urn:mrn:imo:mmsi:230111110";
  const fast = {
    "navigation.speedOverGround": 9.8,
    "navigation.courseOverGroundTrue": 1.57,
    "navigation.state": "motoring",
  };
  const calm = { "environment.water.temperature": 285, "navigation.state": "moored" };
  const fixes = trip(600).map((p) => ({ ...p, sogKnots: 0 }));

  it.each([
    ["alone", []],
    ["beside those of the server", [delta("vessels.self", calm)]],
    ["beside those without a context", [delta(null, calm)]],
    ["beside those of the boat by her name", [delta(OWN, calm)]],
    [
      "after the server's greeting",
      [`{"name":"server","self":"${OWN}","roles":["master"]}`, delta(OWN, calm)],
    ],
  ])("of other vessels are theirs: %s", async (_, own) => {
    const lines = fixes.flatMap((p) => [
      `${p.time};N;${rmc(p)}`,
      ...own.map((line) => `${p.time};I;${line}`),
      `${p.time};I;${delta(OTHER, fast)}`,
    ]);
    const { rows, remarks } = await readText(lines.join("\n"));
    expect(rows.length).toBe(fixes.length);
    for (const row of rows.slice(1))
      expect(row).toMatchObject({
        speedoverground: 0,
        courseovergroundtrue: 0,
        status: own.length > 0 ? "moored" : null,
      });
    expect(remarks.skipped.get("deltas of other vessels")).toBe(fixes.length);
  });

  it.each([
    ["of the server", "vessels.self", []],
    ["of one vessel", OWN, []],
    ["of one vessel that has instruments, among others", OWN, [OTHER, "atons.urn:mrn:imo:mmsi:992111111"]],
  ])("are a log by themselves: %s", async (_, context, others) => {
    const lines = trip(60).flatMap((p) => {
      const at = { "navigation.position": { latitude: p.latitude, longitude: p.longitude } };
      const speed = {
        "navigation.speedOverGround": (p.sogKnots * 1852) / 3600,
        "environment.depth.belowKeel": 3,
      };
      return [
        ...others.map((other) =>
          delta(other, { ...fast, "navigation.position": { latitude: 1, longitude: 2 } }, p.time),
        ),
        delta(context, { ...at, ...speed }, p.time),
      ].map((line, n) => (n % 2 === 0 ? `${p.time + 5};I;${line}` : line));
    });
    const { rows } = await readText(lines.join("\n"));
    expect(rows.map((row) => [row.time, row.latitude])).toEqual(trip(60).map((p) => [p.time, p.latitude]));
    expect(rows[100]).toMatchObject({ speedoverground: 5, metrics: { "environment.depth.belowKeel": 3 } });
  });
});

describe("sentences in a log", () => {
  it("of OpenCPN's recorder stand in a table", async () => {
    const points = trip(60);
    for (const quote of ['"', ""]) {
      const lines = points.map(
        (p) =>
          `${new Date(p.time + 120).toISOString()},NMEA0183,GPRMC,${quote}ttyUSB0${quote},${quote}${rmc(p)}${quote}`,
      );
      const text = ["# VDR Log File", "timestamp,protocol,msg_type,source,raw_data", ...lines].join("\r\n");
      const { rows } = await readText(text);
      expect(rows.map((row) => [row.time, row.longitude])).toEqual(points.map((p) => [p.time, p.longitude]));
    }
  });

  it("may have digits in the talker's name", async () => {
    const points = trip(60);
    const lines = points.map((p) => sentence(rmc(p).slice(1, -3).replace("GPRMC", "03RMC")));
    expect((await readText(lines.join("\n"))).rows.map((row) => row.time)).toEqual(points.map((p) => p.time));
  });
});
