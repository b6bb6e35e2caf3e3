/** A follower of a boat gets each of its events once and in order, however often the connection breaks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHub, type LiveEvent } from "../../../../src/boat/live/hub.ts";

const BOATS = ["gull", "tern"] as const;
const MINUTE = 60_000;

type Step =
  | { readonly what: "publish"; readonly boat: (typeof BOATS)[number] }
  | { readonly what: "leave" | "return" }
  | { readonly what: "wait"; readonly minutes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant("publish" as const), boat: fc.constantFrom(...BOATS) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom("leave" as const, "return" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("wait" as const), minutes: fc.integer({ min: 0, max: 6 }) }),
  },
);

describe("a follower who comes back", () => {
  it("has missed nothing, or begins with the present", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let now = 0;
        const hub = createHub("p", () => now);
        /** All that happened to the boat since the follower last began with the present. */
        let happened: string[] = [];
        let got: string[] = [];
        let last: string | null = null;
        let leftAt = 0;
        const here: { stop: (() => void) | null } = { stop: null };
        let count = 0;
        const receive = ({ id, data }: LiveEvent): void => {
          got.push(data);
          last = id;
        };
        const arrive = (): void => {
          const following = hub.follow("gull", last, receive, () => {});
          here.stop = following.stop;
          if (following.missed === null) {
            expect(last === null || now - leftAt > 10 * MINUTE).toBe(true);
            happened = [];
            got = [];
            last = following.at;
          } else for (const event of following.missed) receive(event);
        };
        arrive();
        for (const one of steps) {
          if (one.what === "wait") now += one.minutes * MINUTE;
          else if (one.what === "publish") {
            const data = String(++count);
            if (one.boat === "gull") happened.push(data);
            hub.publish(one.boat, "position", data);
          } else if (one.what === "leave" && here.stop !== null) {
            here.stop();
            here.stop = null;
            leftAt = now;
          } else if (one.what === "return" && here.stop === null) arrive();
          if (here.stop !== null) expect(got).toEqual(happened);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("begins with the present after another process's id, after nonsense, and after an interruption", () => {
    const hub = createHub("p");
    let interrupted = 0;
    const { at } = hub.follow(
      "gull",
      null,
      () => {},
      () => interrupted++,
    );
    hub.publish("gull", "log", "{}");
    const missed = (after: string) =>
      hub.follow(
        "gull",
        after,
        () => {},
        () => {},
      ).missed;
    expect(missed(at)).toHaveLength(1);
    for (const other of ["q-0", "", "p-", "p-x", "p-99999", "p-1e1", "p--1"])
      expect([other, missed(other)]).toEqual([other, null]);
    hub.interrupt();
    expect(interrupted).toBe(1);
    expect(missed(at)).toBeNull();
  });

  it("keeps nothing for boats without followers", () => {
    let now = 0;
    const hub = createHub("p", () => now);
    const { at } = hub.follow(
      "gull",
      null,
      () => {},
      () => {},
    );
    hub.publish("tern", "position", "1");
    for (const after of [null, at]) {
      const { missed, stop } = hub.follow(
        "tern",
        after,
        () => {},
        () => {},
      );
      expect(missed).toBeNull();
      stop();
      now += 11 * MINUTE;
      // Another follower comes, and the boat is forgotten.
      hub
        .follow(
          "gull",
          null,
          () => {},
          () => {},
        )
        .stop();
    }
  });
});

describe("a flood of events", () => {
  it("is kept as far as it fits: a follower who comes back later begins with the present", () => {
    const hub = createHub("p", () => 0);
    let last = "";
    let got = 0;
    const follow = (after: string | null) =>
      hub.follow(
        "gull",
        after,
        ({ id }) => {
          got++;
          last = id;
        },
        () => {},
      );
    const { at, stop } = follow(null);
    for (let i = 0; i < 10_000; i++) hub.publish("gull", "log", "x".repeat(1000));
    expect(got).toBe(10_000);
    stop();
    expect(follow(at).missed).toBeNull();
    const before = last;
    hub.publish("gull", "log", "{}");
    expect(follow(before).missed).toHaveLength(1);
  });
});
