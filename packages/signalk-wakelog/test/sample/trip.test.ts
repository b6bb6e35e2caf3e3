import { describe, expect, it } from "vitest";
import { FLAG } from "../../src/buffer/row.ts";
import { NOON, Sea } from "./sea.ts";

const METRE = 1 / 111_195;

describe("a trip", () => {
  it("is named at departure, in every row until the boat has been still for ten minutes", () => {
    const sea = new Sea();
    const sail = (speed: number) => (second: number) => {
      sea.say("navigation.speedOverGround", speed);
      sea.fix(59.5 + (speed > 0 ? second * 3 * METRE : 0), 22.5);
    };
    sea.pass(10, sail(0));
    sea.pass(300, sail(3));
    const { trip } = sea.sampler;
    expect(trip).toMatch(/^[0-9a-f]{8}-/);
    sea.pass(599, sail(0));
    expect(sea.sampler.trip).toBe(trip);
    sea.pass(400, sail(0));
    const trips = sea.rows.map(({ facts }) => facts?.trip);
    const last = trips.lastIndexOf(trip ?? "");
    expect(trips.slice(1, last + 1).every((one) => one === trip)).toBe(true);
    expect(trips.slice(last + 1)).toContain(undefined);
    expect(sea.rows.filter(({ flags }) => (flags & FLAG.tripEnd) !== 0).length).toBe(2);
    sea.pass(10, sail(3));
    expect(sea.sampler.trip).not.toBe(trip);
  });

  it("goes on after a restart", () => {
    const sea = new Sea({}, "7b1c");
    sea.pass(5, () => sea.fix(59.5, 22.5));
    expect(sea.rows[0]?.facts?.trip).toBe("7b1c");
  });

  it("is over when the boat lay still while the instruments were off, and is not when she sailed on", () => {
    const restarted = (metres: number, minutes: number) => {
      const sea = new Sea({}, "7b1c");
      sea.sampler.resume({ latitude: 59.5, longitude: 22.5, time: NOON - minutes * 60_000 });
      sea.pass(20, (second) => {
        sea.say("navigation.speedOverGround", 3);
        sea.fix(59.5 + (metres + second * 3) * METRE, 22.5);
      });
      return sea.sampler.trip === "7b1c";
    };
    expect([restarted(50, 9), restarted(50, 11), restarted(3000, 60)]).toEqual([true, false, true]);
  });
});
