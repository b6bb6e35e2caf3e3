import { destination, distanceM } from "@wakelog/kit/geo/distance.ts";
import { describe, expect, it } from "vitest";
import type { Fix } from "../../../../../../src/boat/voyages/detector/fixes/fix.ts";
import type {
  Interval,
  LegInterval,
} from "../../../../../../src/boat/voyages/detector/intervals/interval.ts";
import { Boat, HOME, intervalsOf, legs, MINUTE, NM, START } from "./silent-boat.ts";

const minutes = (time: number | null) => (time === null ? null : (time - START) / MINUTE);
const kinds = (intervals: readonly Interval[]) =>
  intervals.map((one) => (one.kind === "gap" ? one.cause : one.kind)).join(" ");
const unrecordedNm = (leg: LegInterval | undefined) =>
  (leg?.segments ?? []).reduce((sum, s) => sum + (s.kind === "gap" ? s.distanceNm : 0), 0);

describe("a silence", () => {
  it("with both ends in one disc is part of the stay, however long it is", () => {
    const intervals = intervalsOf(
      new Boat()
        .lies(60)
        .isSilent(60 * 24 * 60)
        .lies(60).fixes,
    );
    expect(kinds(intervals)).toBe("stay");
  });

  it("under way at both ends is part of one leg, whose miles are counted separately", () => {
    const boat = new Boat().lies(60).sails(60, 5).isSilent(180, 15).sails(60, 5).lies(60);
    const intervals = intervalsOf(boat.fixes);
    expect(kinds(intervals)).toBe("stay leg stay");
    expect(unrecordedNm(legs(intervals)[0])).toBeCloseTo(15.1, 1);
  });

  it("under way at both ends but hardly farther on hides a stay where it was seen last", () => {
    const boat = new Boat().lies(60).sails(60, 5).isSilent(300, 1.5).sails(60, 5).lies(60);
    const intervals = intervalsOf(boat.fixes);
    expect(kinds(intervals)).toBe("stay leg stay leg stay");
    expect(minutes(legs(intervals)[0]?.to ?? null)).toBe(120);
    // 1.5 NM at 5 kn before it was seen again: a boat cannot be at two places at one time.
    expect(minutes(legs(intervals)[1]?.from ?? null)).toBeCloseTo(421 - 19, -1);
    expect(unrecordedNm(legs(intervals)[1])).toBeCloseTo(1.6, 1);
  });

  it("at rest before it: the leg begins inside it, no earlier than the straight line needs", () => {
    const boat = new Boat().lies(120).isSilent(600, 10).sails(60, 5).lies(60);
    const [leg, ...others] = legs(intervalsOf(boat.fixes));
    expect(others).toEqual([]);
    // 10 NM at 5 kn before it was seen again, ten hours after it was seen last.
    expect(minutes(leg?.from ?? null)).toBeCloseTo(120 + 600 - 120, -1);
    expect(unrecordedNm(leg)).toBeCloseTo(10.1, 1);
  });

  it("at rest after it: the leg ends inside it, no later than the straight line needs", () => {
    const boat = new Boat().lies(60).sails(60, 5).isSilent(600, 10).lies(120);
    const [leg, ...others] = legs(intervalsOf(boat.fixes));
    expect(others).toEqual([]);
    expect(minutes(leg?.to ?? null)).toBeCloseTo(120 + 120, -1);
    expect(unrecordedNm(leg)).toBeCloseTo(10, 1);
  });

  it("at rest on both sides of it, elsewhere: a leg at 5 kn that ends where it was seen again", () => {
    const boat = new Boat().lies(60).isSilent(600, 10).lies(60);
    const [leg, ...others] = legs(intervalsOf(boat.fixes));
    expect(others).toEqual([]);
    expect(minutes(leg?.to ?? null)).toBe(660);
    expect(minutes(leg?.from ?? null)).toBeCloseTo(540, 0);
    expect(leg?.confidence).toBeLessThan(0.6);
  });

  it("of more than a day is an unrecorded passage: the legs beside it stand as recorded", () => {
    const boat = new Boat()
      .lies(60)
      .sails(60, 5)
      .isSilent(25 * 60, 100)
      .sails(60, 6)
      .lies(60);
    const intervals = intervalsOf(boat.fixes);
    expect(kinds(intervals)).toBe("stay leg unrecorded leg stay");
    const [before, after] = legs(intervals);
    expect([minutes(before?.from ?? null), minutes(before?.to ?? null)]).toEqual([61, 120]);
    expect([minutes(after?.from ?? null), minutes(after?.to ?? null)]).toEqual([120 + 1501, 120 + 1560]);
    const gap = intervals.find((one) => one.kind === "gap");
    expect(gap?.kind === "gap" ? gap.distanceNm : 0).toBeCloseTo(100.1, 1);
    expect(unrecordedNm(before) + unrecordedNm(after)).toBe(0);
  });

  it("in which the boat was only shifted along the quay is a part of the stay, however long it is", () => {
    const intervals = intervalsOf(
      new Boat()
        .lies(60)
        .isSilent(60 * 24 * 20, 0.15)
        .lies(60).fixes,
    );
    expect(kinds(intervals)).toBe("stay");
    const events = intervals.flatMap((one) => (one.kind === "stay" ? one.events : []));
    expect(events.map(({ kind }) => kind)).toEqual(["shift"]);
  });

  it("of weeks that began a few boat's lengths off the berth ended there", () => {
    const boat = new Boat()
      .lies(60)
      .sails(60, 5)
      .isSilent(60 * 24 * 20, 0.1)
      .lies(60);
    expect(kinds(intervalsOf(boat.fixes))).toBe("stay leg stay");
  });

  it("a few minutes short of a day is still a leg", () => {
    const boat = new Boat()
      .lies(60)
      .sails(60, 5)
      .isSilent(23.9 * 60, 100)
      .sails(60, 6)
      .lies(60);
    expect(kinds(intervalsOf(boat.fixes))).toBe("stay leg stay");
  });

  it("after the first row of a way takes nothing from the stay that was seen before it", () => {
    const boat = new Boat().lies(200).isSilent(13, 1.5).sails(1, 6);
    const left = boat.time;
    const intervals = intervalsOf(
      boat
        .isSilent(7 * 24 * 60, 200)
        .lies(60)
        .lies(60).fixes,
    );
    expect(kinds(intervals)).toBe("stay unrecorded stay");
    expect(minutes(intervals[0]?.from ?? null)).toBe(0);
    expect(intervals[1]?.from).toBe(left);
  });

  it("of days, and the boat a berth further at its end, is a part of the stay", () => {
    for (const metres of [90, 150, 280]) {
      const boat = new Boat().lies(120).isSilent(9 * 24 * 60, metres / NM);
      expect(kinds(intervalsOf(boat.lies(60).fixes))).toBe("stay");
    }
  });

  it("that no vessel can have sailed through is a relocation", () => {
    const boat = new Boat().lies(60).sails(60, 5).isSilent(60, 1300).sails(70, 6).lies(60);
    const intervals = intervalsOf(boat.fixes);
    expect(kinds(intervals)).toBe("stay leg relocation leg stay");
    expect(legs(intervals).map((leg) => minutes(leg.to))).toEqual([120, 120 + 60 + 70]);
  });

  it("that this vessel cannot have sailed through, at rest on both sides, is a relocation", () => {
    const sailed = new Boat().lies(60).sails(60, 7).lies(60);
    expect(kinds(intervalsOf(sailed.isSilent(600, 160).lies(60).fixes))).toBe(
      "stay leg stay relocation stay",
    );
  });

  it("is a leg for a vessel that has been seen to be so fast", () => {
    const fast = new Boat().lies(60).sails(60, 20).lies(60);
    expect(kinds(intervalsOf(fast.isSilent(600, 160).lies(60).fixes))).toBe("stay leg stay leg stay");
  });
});

describe("a vessel that seems to jump far away", () => {
  const jam = (times: number, minutesBetween = 1) => {
    const boat = new Boat().lies(60).sails(120, 5);
    const away = destination(HOME, 200, 60 * NM);
    const real: Fix[] = [...boat.fixes];
    for (let i = 0; i < times; i++) {
      boat.sails(minutesBetween, 5);
      real.push({ ...(boat.fixes.at(-1) as Fix), ...away });
    }
    boat.fixes.splice(0, boat.fixes.length, ...real);
    return boat;
  };

  it("and is back within the hour never went", () => {
    const boat = jam(40).sails(120, 5).lies(60);
    const intervals = intervalsOf(boat.fixes);
    expect(kinds(intervals)).toBe("stay leg stay");
    const [leg] = legs(intervals);
    const nm = (leg?.segments ?? []).reduce((sum, s) => sum + s.distanceNm, 0);
    expect(nm).toBeCloseTo(distanceM(HOME, boat.at) / NM, 0);
  });

  it("is believed after three fixes that agree, as long as they are the newest", () => {
    expect(kinds(intervalsOf(jam(2).fixes))).toBe("stay leg");
    expect(kinds(intervalsOf(jam(3).fixes))).toBe("stay leg relocation stay");
  });

  it("and stays there was carried there", () => {
    const boat = jam(5).lies(0);
    boat.at = destination(HOME, 200, 60 * NM);
    boat.time += MINUTE;
    boat.fixes.pop();
    expect(kinds(intervalsOf(boat.lies(180).fixes))).toBe("stay leg relocation stay");
  });
});

describe("the parts of a leg", () => {
  it("all take time, also where the first row of the way is far from the berth and the boat rests there", () => {
    const boat = new Boat().lies(60).isSilent(5, 0.4).lies(30).sails(60, 5).lies(60);
    const [leg, ...others] = legs(intervalsOf(boat.fixes));
    expect(others).toEqual([]);
    expect(leg?.segments.filter(({ from, to }) => to <= from)).toEqual([]);
    expect(leg?.segments.reduce((nm, part) => nm + part.distanceNm, 0)).toBeCloseTo(5.4, 1);
  });
});
