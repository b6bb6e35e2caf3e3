import { describe, expect, it } from "vitest";
import { fold, initialState, unsettled } from "../../../../src/boat/voyages/detector/detector.ts";
import type { Fix } from "../../../../src/boat/voyages/detector/fixes/fix.ts";
import type { Interval } from "../../../../src/boat/voyages/detector/intervals/interval.ts";
import { DEFAULT_SETTINGS, parseSettings } from "../../../../src/boat/voyages/detector/thresholds.ts";

const START = Date.UTC(2026, 6, 1, 8);
const MINUTE = 60_000;

function fix(minute: number, metresNorth: number, more: Partial<Fix> = {}): Fix {
  return {
    time: START + minute * MINUTE,
    latitude: 59.9 + metresNorth / 111_400,
    longitude: 23.4,
    sogKnots: null,
    cogDegrees: null,
    status: null,
    engine: null,
    tripId: null,
    ...more,
  };
}

function found(fixes: readonly Fix[], settings = DEFAULT_SETTINGS): readonly Interval[] {
  const { state, settled } = fold(initialState(), fixes, settings);
  return [...settled, ...unsettled(state, settings)];
}

function outline(intervals: readonly Interval[]): string[] {
  const minute = (t: number | null) => (t === null ? "" : (t - START) / MINUTE);
  return intervals.map((i) => `${i.kind} ${minute(i.from)}-${minute(i.to)}`);
}

/** An hour at rest, an hour at 5 kn, two hours at rest. */
function plainTrip(more: (minute: number) => Partial<Fix> = () => ({})): Fix[] {
  return Array.from({ length: 240 }, (_, m) => fix(m, 154 * Math.min(60, Math.max(0, m - 60)), more(m)));
}

describe("a single fix", () => {
  it("begins a stay that is open", () => {
    expect(outline(found([fix(0, 0, { status: "moored" })]))).toEqual(["stay 0-"]);
  });

  it("without any there is nothing", () => {
    expect(found([])).toEqual([]);
  });
});

describe("a plain trip", () => {
  it("is found from positions alone, and says why", () => {
    const intervals = found(plainTrip());
    expect(outline(intervals)).toEqual(["stay 0-60", "leg 60-120", "stay 120-"]);
    expect(intervals[1]?.fromReason.text).toBe("got under way at 5.0 kn");
    expect(intervals[1]?.toReason?.text).toMatch(/^arrived: stayed within \d+ m for 45 min$/);
    expect(intervals[1]?.confidence).toBeGreaterThan(0.8);
  });

  it("ends at once when the boat says so", () => {
    const said = plainTrip((m) => ({ status: m >= 60 && m < 120 ? "sailing" : "moored" })).slice(0, 124);
    expect(outline(found(said))).toEqual(["stay 0-60", "leg 60-120", "stay 120-"]);
  });

  it("does not end because a forgotten report says moored", () => {
    const said = plainTrip((m) => ({ status: m >= 60 && m < 80 ? "sailing" : "moored" }));
    expect(outline(found(said))).toEqual(["stay 0-60", "leg 60-120", "stay 120-"]);
  });

  it("does not begin because a report says sailing at the berth", () => {
    const said = Array.from({ length: 300 }, (_, m) =>
      fix(m, 3 * Math.sin(m), { status: m % 50 < 20 ? "sailing" : "moored" }),
    );
    expect(outline(found(said))).toEqual(["stay 0-"]);
  });
});

describe("how a leg was made", () => {
  function segments(more: (minute: number) => Partial<Fix>) {
    const leg = found(plainTrip(more)).find((i) => i.kind === "leg");
    return leg?.kind === "leg"
      ? leg.segments.map((s) => `${s.kind} ${(s.from - START) / MINUTE}-${(s.to - START) / MINUTE}`)
      : [];
  }

  it("the engine's state is believed before the report", () => {
    const engine = (running: boolean) => ({ running, runTimeSeconds: null });
    expect(segments((m) => ({ status: "sailing", engine: engine(m <= 80) }))).toEqual([
      "motoring 60-80",
      "sailing 80-120",
    ]);
  });

  it("run time that grew is motoring", () => {
    const engine = (m: number) => ({ running: null, runTimeSeconds: Math.min(m, 90) * 60 });
    expect(segments((m) => ({ engine: engine(m) }))).toEqual(["motoring 60-90", "unknown 90-120"]);
  });

  it("a stopped engine alone is not sailing", () => {
    expect(segments(() => ({ engine: { running: false, runTimeSeconds: null } }))).toEqual([
      "unknown 60-120",
    ]);
  });
});

describe("hints and limits", () => {
  it("a new trip id parts a log at a short stop", () => {
    const fixes = [
      ...Array.from({ length: 60 }, (_, m) => fix(m, 0)),
      ...Array.from({ length: 40 }, (_, m) => fix(60 + m, 154 * (m + 1), { tripId: "one" })),
      ...Array.from({ length: 8 }, (_, m) => fix(100 + m, 154 * 40, { tripId: m < 4 ? "one" : "two" })),
      ...Array.from({ length: 40 }, (_, m) => fix(108 + m, 154 * (41 + m), { tripId: "two" })),
    ];
    expect(found(fixes).map((i) => i.kind)).toEqual(["stay", "leg", "stay", "leg"]);
    expect(found(fixes.map((f) => ({ ...f, tripId: null }))).map((i) => i.kind)).toEqual(["stay", "leg"]);
  });

  it("a second fix of the same time changes nothing", () => {
    const fixes = plainTrip();
    const doubled = fixes.flatMap((f) => [f, { ...f, latitude: f.latitude + 1 }]);
    expect(found(doubled)).toEqual(found(fixes));
  });

  it("a boat that is carried to an excluded area made no trip", () => {
    const settings = parseSettings({ excludedAreas: [{ latitude: 60.1, longitude: 23.4, radiusM: 500 }] });
    const fixes = [
      ...Array.from({ length: 60 }, (_, m) => fix(m, 0)),
      ...Array.from({ length: 30 }, (_, m) => fix(60 + m, (m + 1) * 720, { sogKnots: 23 })),
      ...Array.from({ length: 60 }, (_, m) => fix(90 + m, 22_280)),
      ...Array.from({ length: 60 }, (_, m) => fix(5000 + m, 0)),
    ];
    expect(outline(found(fixes, settings))).toEqual(["stay 0-"]);
    expect(found(fixes).filter((i) => i.kind === "leg").length).toBeGreaterThan(0);
  });

  it("a gap whose ends lie in one disc is part of the stay", () => {
    const fixes = [
      ...Array.from({ length: 30 }, (_, m) => fix(m, 0)),
      ...Array.from({ length: 30 }, (_, m) => fix(9000 + m, 4)),
    ];
    expect(outline(found(fixes))).toEqual(["stay 0-"]);
  });

  it("a gap that moved is a leg that begins when it must have", () => {
    const fixes = [
      ...Array.from({ length: 60 }, (_, m) => fix(m, 0)),
      ...Array.from({ length: 60 }, (_, m) => fix(1000 + m, 9260 + m * 154)),
      ...Array.from({ length: 90 }, (_, m) => fix(1060 + m, 9260 + 59 * 154)),
    ];
    const [stay, leg] = found(fixes);
    // 5 NM at 5 kn take an hour: the boat left an hour before it was heard again, not fifteen.
    expect(((leg?.from ?? 0) - START) / MINUTE).toBeCloseTo(940, -1);
    expect(stay?.to).toBe(leg?.from);
    expect(leg?.kind === "leg" ? leg.segments.map((s) => s.kind) : []).toEqual(["gap", "unknown"]);
  });
});
