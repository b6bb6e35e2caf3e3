import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fold, initialState, unsettled } from "../../../../src/boat/voyages/detector/detector.ts";
import type { Interval } from "../../../../src/boat/voyages/detector/intervals/interval.ts";
import { DEFAULT_SETTINGS } from "../../../../src/boat/voyages/detector/thresholds.ts";
import { RECORDINGS, readHistory, readNmea, readSample } from "./scenarios/recordings.ts";

function found(fixes: Parameters<typeof fold>[1]): readonly Interval[] {
  const { state, settled } = fold(initialState(), fixes, DEFAULT_SETTINGS);
  return [...settled, ...unsettled(state, DEFAULT_SETTINGS)];
}

const START = Date.UTC(2026, 5, 1);

function rows(intervals: readonly Interval[]): string[] {
  const row = (t: number | null) => (t === null ? "" : (t - START) / 60_000);
  return intervals.map((i) => `${i.kind} ${row(i.from)}-${row(i.to)}`);
}

describe.skipIf(!existsSync(RECORDINGS.sample))(
  `the known sample (skipped without ${RECORDINGS.sample})`,
  () => {
    it("gives its two logs and three stays, whether the late row comes late or in order", () => {
      const fixes = readSample(START);
      const wanted = ["stay 0-2", "leg 2-27", "stay 27-30", "leg 30-48", "stay 48-"];
      expect(rows(found(fixes.slice(0, 50)))).toEqual(wanted);
      expect(rows(found([...fixes].sort((a, b) => a.time - b.time)))).toEqual(wanted);
    });

    it("measures its logs, types its stays and joins its legs to one voyage", () => {
      const intervals = found(readSample(START).slice(0, 50));
      const legs = intervals.filter((i) => i.kind === "leg");
      expect(legs.map((leg) => leg.segments.map((s) => [s.kind, s.distanceNm]))).toEqual([
        [["sailing", 7.1875]],
        [["sailing", 8.708]],
      ]);
      expect(legs.map((leg) => leg.continuesVoyage)).toEqual([false, true]);
      const stays = intervals.filter((i) => i.kind === "stay");
      expect(stays.map((stay) => stay.stayCode)).toEqual([1, 1, 2]);
      expect(stays[2]?.latitude).toBeCloseTo(59.86, 5);
      expect(stays[2]?.longitude).toBeCloseTo(23.36577, 5);
    });

    it("shows an arrival at once, and a departure at 29 kn from its third row on", () => {
      const fixes = readSample(START);
      expect(rows(found(fixes.slice(0, 4)))).toEqual(["stay 0-"]);
      expect(rows(found(fixes.slice(0, 5)))).toEqual(["stay 0-2", "leg 2-"]);
      expect(rows(found(fixes.slice(0, 28)))).toEqual(["stay 0-2", "leg 2-27", "stay 27-"]);
      expect(rows(found(fixes.slice(0, 33)))).toEqual(["stay 0-2", "leg 2-27", "stay 27-30", "leg 30-"]);
    });
  },
);

describe.skipIf(!existsSync(RECORDINGS.history))(
  `the Baltic history (skipped without ${RECORDINGS.history})`,
  () => {
    it("is one trip from its first fix on", () => {
      const fixes = readHistory();
      const intervals = found(fixes);
      expect(intervals[0]).toMatchObject({ kind: "leg", from: fixes[0]?.time });
      expect(intervals.filter((i) => i.kind === "leg")).toHaveLength(1);
    });
  },
);

describe.skipIf(!existsSync(RECORDINGS.nmea))(
  `the NMEA 0183 log (skipped without ${RECORDINGS.nmea})`,
  () => {
    it("is one trip from its first fix on", () => {
      const fixes = readNmea();
      expect(fixes.length).toBeGreaterThan(3000);
      const intervals = found(fixes);
      expect(intervals.filter((i) => i.kind === "leg")).toHaveLength(1);
    });
  },
);
