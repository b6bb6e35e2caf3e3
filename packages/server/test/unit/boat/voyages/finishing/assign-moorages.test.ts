import { destination } from "@wakelog/kit/geo/distance.ts";
import { describe, expect, it } from "vitest";
import {
  assignMoorages,
  type KnownMoorage,
  type PlacedStay,
} from "../../../../../src/boat/voyages/finishing/assign-moorages.ts";

const BAY = { latitude: 59.8, longitude: 179.9999 };
const stay = (id: number, metres: number, parts: Partial<PlacedStay> = {}): PlacedStay => ({
  id,
  ...destination(BAY, 90, metres),
  radiusM: 30,
  over: true,
  ownCode: 1,
  moored: false,
  moorageId: null,
  ...parts,
});
const moorage = (id: number, metres: number, kept = false, radiusM: number | null = null): KnownMoorage => ({
  id,
  ...destination(BAY, 90, metres),
  radiusM,
  kept,
});
const stays = (assigned: ReturnType<typeof assignMoorages>) =>
  assigned.berths.map((berth) => [berth.id, berth.stays.map(({ id }) => id)]);

describe("moorages", () => {
  it("are made where the boat left a place that had none, across the 180° meridian too", () => {
    expect(stays(assignMoorages([stay(1, 0), stay(2, 95), stay(3, 500)], []))).toEqual([
      [null, [1, 2]],
      [null, [3]],
    ]);
  });

  it("are not made while the boat is still there", () => {
    expect(assignMoorages([stay(1, 0, { over: false })], [])).toEqual({ berths: [], gone: [] });
  });

  it("reach farther for a boat that swings", () => {
    expect(stays(assignMoorages([stay(1, 0), stay(2, 150, { radiusM: 110 })], []))).toEqual([[null, [1, 2]]]);
  });

  it("take the nearest, not the oldest", () => {
    const known = [moorage(1, 0, true), moorage(2, 150, true)];
    expect(stays(assignMoorages([stay(1, 90)], known))).toEqual([
      [1, []],
      [2, [1]],
    ]);
  });

  it("reach as far as a person said, for every stay, and the nearest still wins", () => {
    const known = [moorage(1, 0, true, 1000), moorage(2, 600, true, 40), moorage(3, 900, true)];
    const all = [stay(1, 500), stay(2, 650, { radiusM: 110 }), stay(3, 590), stay(4, 860), stay(5, 1200)];
    expect(stays(assignMoorages(all, known))).toEqual([
      [1, [1, 2]],
      [2, [3]],
      [3, [4]],
      [null, [5]],
    ]);
  });

  it("keep their ids, and go when nothing is at them and no person touched them", () => {
    const known = [moorage(1, 0), moorage(2, 600), moorage(3, 900, true)];
    const assigned = assignMoorages([stay(1, 10, { moorageId: 1 })], known);
    expect(assigned.gone).toEqual([2]);
    expect(stays(assigned)).toEqual([
      [3, []],
      [1, [1]],
    ]);
  });

  it("follow from the stays alone, whatever was known before", () => {
    const all = [stay(1, 0), stay(2, 90), stay(3, 180)];
    const fresh = assignMoorages(all, []);
    const later = assignMoorages(all, [moorage(7, 180), moorage(8, 90)]);
    expect(later.berths.map((berth) => berth.stays.map(({ id }) => id))).toEqual(
      fresh.berths.map((berth) => berth.stays.map(({ id }) => id)),
    );
  });
});
