import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lawCases } from "../../../../../../../test/support/laws/cases.ts";
import type {
  Interval,
  LegInterval,
  StayInterval,
} from "../../../../../src/boat/voyages/detector/intervals/interval.ts";
import { applyEdits, type Edit, inOrderMade } from "../../../../../src/boat/voyages/edits/apply-edits.ts";

const reason = { rule: "test", text: "test" };

function stay(from: number, to: number | null, latitude = 60): StayInterval {
  return {
    ...{ kind: "stay", from, to, fromReason: reason, toReason: to === null ? null : reason, confidence: 0.9 },
    ...{ latitude, longitude: 23, radiusM: 30, stayCode: 1, moored: false, events: [] },
  };
}

function leg(from: number, to: number | null): LegInterval {
  return {
    ...{ kind: "leg", from, to, fromReason: reason, toReason: to === null ? null : reason, confidence: 0.9 },
    ...{
      fromLatitude: 60,
      fromLongitude: 23,
      toLatitude: to === null ? null : 60.1,
      toLongitude: to === null ? null : 23,
    },
    segments: [{ kind: "sailing", from, to: to ?? from + 100, distanceNm: 10 }],
    continuesVoyage: false,
  };
}

const DAY: readonly Interval[] = [
  stay(0, 100),
  leg(100, 200),
  stay(200, 230, 60.1),
  leg(230, 330),
  stay(330, null, 60.2),
];

function outline(intervals: readonly Interval[]): string[] {
  return intervals.map((i) => `${i.kind} ${i.from}-${i.to ?? ""}`);
}

function apply(...edits: Edit[]): Interval[] {
  return applyEdits(DAY, edits);
}

describe("edits", () => {
  it("a split makes two legs of one voyage and parts the miles by time", () => {
    const after = apply({ kind: "split", madeAt: 1, from: 125, latitude: 60.02, longitude: 23 });
    expect(outline(after).slice(1, 3)).toEqual(["leg 100-125", "leg 125-200"]);
    expect(after[1]).toMatchObject({ toLatitude: 60.02, segments: [{ distanceNm: 2.5 }] });
    expect(after[2]).toMatchObject({
      fromLatitude: 60.02,
      continuesVoyage: true,
      segments: [{ distanceNm: 7.5 }],
    });
  });

  it("a join makes one leg of two, and a pause of the stay between", () => {
    const after = apply({ kind: "join", madeAt: 1, from: 150, to: 300 });
    expect(outline(after)).toEqual(["stay 0-100", "leg 100-330", "stay 330-"]);
    expect(after[1]).toMatchObject({
      segments: [{ kind: "sailing" }, { kind: "pause", from: 200, to: 230 }, { kind: "sailing" }],
    });
  });

  it("a deleted leg was no trip: the stay before it goes on", () => {
    expect(outline(apply({ kind: "delete", madeAt: 1, from: 105, to: 190 }))).toEqual([
      ...["stay 0-200", "stay 200-230", "leg 230-330", "stay 330-"],
    ]);
  });

  it("a deleted leg between two stays at one place leaves one stay", () => {
    const there: Interval[] = [stay(0, 100), leg(100, 200), stay(200, null)];
    expect(outline(applyEdits(there, [{ kind: "delete", madeAt: 1, from: 100, to: 200 }]))).toEqual([
      "stay 0-",
    ]);
  });

  it("facts of a stay hold, and its neighbours give and take the time", () => {
    const after = apply({
      kind: "stay",
      madeAt: 1,
      from: 205,
      to: 225,
      stayCode: 4,
      latitude: 60.11,
      arrived: 190,
      departed: 240,
    });
    expect(outline(after)).toEqual(["stay 0-100", "leg 100-190", "stay 190-240", "leg 240-330", "stay 330-"]);
    expect(after[2]).toMatchObject({ stayCode: 4, latitude: 60.11, fromReason: { rule: "edit" } });
  });

  it("what is kept is certain", () => {
    expect(apply({ kind: "keep", madeAt: 1, from: 100, to: 200 }).map((i) => i.confidence)).toEqual([
      0.9, 1, 0.9, 0.9, 0.9,
    ]);
  });

  it("a drawn leg takes its time from what was there", () => {
    const place = { fromLatitude: 60.2, fromLongitude: 23, toLatitude: 60.3, toLongitude: 23 };
    const after = apply({ kind: "draw", madeAt: 1, from: 400, to: 500, distanceNm: 6, ...place });
    expect(outline(after).slice(4)).toEqual(["stay 330-400", "leg 400-500", "stay 500-"]);
  });

  const anyEdit: fc.Arbitrary<Edit> = fc
    .record({
      kind: fc.constantFrom("split", "join", "delete", "keep", "stay", "draw"),
      madeAt: fc.integer({ min: 0, max: 20 }),
      from: fc.integer({ min: 0, max: 600 }),
      length: fc.integer({ min: 1, max: 300 }),
    })
    .map(({ kind, madeAt, from, length }): Edit => {
      const span = { madeAt, from, to: from + length };
      if (kind === "split") return { kind, madeAt, from, latitude: 60.05, longitude: 23 };
      if (kind === "stay") return { kind, ...span, arrived: from - 5, departed: from + length + 5 };
      if (kind !== "draw") return { kind, ...span };
      return {
        kind,
        ...span,
        fromLatitude: 60,
        fromLongitude: 23,
        toLatitude: 61,
        toLongitude: 23,
        distanceNm: 60,
      };
    });

  it("edits of one time and place are in the same order in any locale", () => {
    const sameTime = anyEdit.map((edit): Edit => ({ ...edit, madeAt: 1, from: 100 }));
    fc.assert(
      fc.property(sameTime, sameTime, (a, b) => {
        const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
        expect(Math.sign(inOrderMade(a, b))).toBe(one === other ? 0 : one < other ? -1 : 1);
      }),
      { numRuns: lawCases(10) },
    );
  });

  it("any edits leave time tiled, and their order of arrival does not matter", () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 8 }), (edits) => {
        const after = applyEdits(DAY, edits);
        expect(applyEdits(DAY, [...edits].reverse())).toEqual(after);
        expect(after[0]?.from).toBe(0);
        after.forEach((here, i) => {
          const next = after[i + 1];
          expect(here.to).toBe(next?.from ?? null);
          if (next !== undefined) expect(next.from).toBeGreaterThan(here.from);
        });
      }),
      { numRuns: lawCases(10) },
    );
  });
});
