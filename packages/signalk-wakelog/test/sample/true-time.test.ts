import { describe, expect, it } from "vitest";
import { TrueTime } from "../../src/sample/true-time.ts";
import { HandClocks, NOON } from "./sea.ts";

function started() {
  const clocks = new HandClocks();
  const news: (number | "renew")[] = [];
  const time = new TrueTime(clocks, {
    correct: (offset) => news.push(offset + clocks.mono - NOON),
    renew: () => news.push("renew"),
  });
  return { clocks, news, time };
}

const text = (ms: number) => new Date(ms).toISOString();

describe("the time", () => {
  it("is the system's until another is known", () => {
    const { time, news } = started();
    time.check();
    expect([time.now(), time.source, time.isKnown, news]).toEqual([NOON, "system", false, []]);
  });

  it("follows a step of the system's clock", () => {
    const { clocks, time, news } = started();
    clocks.system_ += 3_600_000;
    time.check();
    expect(news).toEqual([3_600_000]);
    expect(time.now()).toBe(NOON + 3_600_000);
  });

  it("is the shore's rather than the system's, and the satellites' rather than the shore's", () => {
    const { clocks, time, news } = started();
    time.shore(NOON + 86_400_000);
    clocks.system_ += 5_000_000;
    time.check();
    time.satellites(text(NOON + 90_000_000));
    time.shore(NOON);
    expect(news).toEqual([86_400_000, 90_000_000]);
    expect([time.source, time.systemOffset]).toEqual(["navigation.datetime", 85_000_000]);
  });

  it("stays as it is, but known, when another clock agrees", () => {
    const { time, news } = started();
    time.satellites(text(NOON - 900));
    expect([time.now(), news, time.isKnown]).toEqual([NOON, [0], true]);
  });

  it("ignores receivers that have lost their calendar", () => {
    const { time } = started();
    time.satellites(text(Date.UTC(2006, 3, 2)));
    time.satellites("nonsense");
    time.satellites(null);
    expect(time.isKnown).toBe(false);
  });

  it("begins another run when the satellites' time jumps, as after a suspension, but not for one glitch", () => {
    const { clocks, time, news } = started();
    time.satellites(text(NOON));
    time.satellites(text(NOON + 50_000_000));
    time.satellites(text(NOON));
    expect(time.now()).toBe(NOON);
    clocks.pass(1000);
    time.satellites(text(NOON + 60_000_000));
    time.satellites(text(NOON + 60_000_000));
    expect(news).toEqual([0, "renew", 60_000_000]);
  });

  it("is the shore's where the shore refuses the satellites'", () => {
    const { time } = started();
    time.satellites(text(NOON - 619_315_200_000 / 1000));
    time.overrule(NOON);
    expect([time.now(), time.source]).toEqual([NOON, "shore"]);
    time.satellites(text(NOON + 900_000));
    expect(time.now()).toBe(NOON);
  });
});
