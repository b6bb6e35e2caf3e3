import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Interval } from "../../../../../src/boat/voyages/detector/intervals/interval.ts";
import { type Identity, identify } from "../../../../../src/boat/voyages/logbook/identity.ts";

const reason = { rule: "test", text: "" };
const span = (kind: "stay" | "leg", from: number, to: number | null): Interval => {
  const bounds = { from, to, fromReason: reason, toReason: null, confidence: 1 };
  return kind === "stay"
    ? { ...bounds, kind, latitude: 0, longitude: 0, radiusM: 30, stayCode: 1, moored: false, events: [] }
    : {
        ...bounds,
        kind,
        fromLatitude: 0,
        fromLongitude: 0,
        toLatitude: null,
        toLongitude: null,
        segments: [],
        continuesVoyage: false,
      };
};
const known = (kind: "stay" | "leg", id: number, from: number, to: number | null): Identity => ({
  kind,
  id,
  from,
  to,
});

/** The same by looking at all pairs: again and again the free pair with the longest common time. */
function greedily(intervals: readonly Interval[], identities: readonly Identity[]): (number | null)[] {
  const end = (one: { readonly to: number | null }) => one.to ?? 8.64e15;
  const ids: (number | null)[] = intervals.map(() => null);
  const pairs = intervals.flatMap((interval, index) =>
    identities.map((identity) => ({
      index,
      id: identity.id,
      common: Math.min(end(interval), end(identity)) - Math.max(interval.from, identity.from) + 1,
      length: end(identity) - identity.from,
    })),
  );
  const first = () =>
    pairs
      .filter(({ index, id, common }) => common > 0 && ids[index] === null && !ids.includes(id))
      .sort((a, b) => b.common - a.common || a.length - b.length || a.id - b.id || a.index - b.index)[0];
  for (let pair = first(); pair !== undefined; pair = first()) ids[pair.index] = pair.id;
  return ids;
}

describe("an interval's id", () => {
  it("is that of the row with the longest common time", () => {
    expect(identify([span("leg", 10, 20)], [known("leg", 1, 0, 12), known("leg", 2, 12, 30)])).toEqual([2]);
  });

  it("is given once: of a log that was split the longer part keeps it", () => {
    expect(identify([span("leg", 0, 10), span("leg", 10, 40)], [known("leg", 1, 0, 40)])).toEqual([null, 1]);
  });

  it("is never that of another kind of row", () => {
    expect(identify([span("stay", 0, 10)], [known("leg", 1, 0, 10)])).toEqual([null]);
  });

  it("is kept while the interval lasts, and by one that begins with the newest fix", () => {
    expect(identify([span("leg", 10, null)], [known("leg", 1, 10, 10)])).toEqual([1]);
    expect(identify([span("stay", 10, 900)], [known("stay", 1, 10, null)])).toEqual([1]);
  });

  it("does not hang on the order in which rows are read", () => {
    const one = fc.record({ id: fc.integer({ min: 1, max: 20 }), from: fc.nat(100), length: fc.nat(30) });
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: (x) => x.id }), fc.array(fc.nat(100)), (rows, cuts) => {
        const sorted = [...new Set(cuts)].sort((a, b) => a - b);
        const intervals = sorted.map((from, i) => span("leg", from, sorted[i + 1] ?? null));
        const identities = rows.map(({ id, from, length }) => known("leg", id, from, from + length));
        const ids = identify(intervals, identities);
        expect(identify(intervals, [...identities].reverse())).toEqual(ids);
        expect(ids).toEqual(greedily(intervals, identities));
        const given = ids.filter((id) => id !== null);
        expect(new Set(given).size).toBe(given.length);
      }),
    );
  });
});
