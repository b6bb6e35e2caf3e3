import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FLAG } from "../../src/buffer/row.ts";
import { distance, distanceFromLine } from "../../src/sample/geo.ts";
import { NOON, Sea } from "./sea.ts";

const METRE = 1 / 111_195;

describe("rows at rest", () => {
  it("come with the first fix, then each five minutes", () => {
    const sea = new Sea();
    sea.pass(601, () => sea.fix(59.5, 22.5));
    expect(sea.seconds()).toEqual([1, 301, 601]);
    expect(sea.rows[0]).toMatchObject({ time: NOON + 1000, latitude: 59.5, longitude: 22.5, facts: null });
  });

  it("have no position without a fix for a minute, once", () => {
    const sea = new Sea();
    sea.fix(59.5, 22.5);
    sea.pass(200);
    expect(sea.rows.map(({ latitude }) => latitude)).toEqual([59.5, null]);
    expect(sea.seconds()).toEqual([0, 61]);
  });

  it("come without a position when there has been no fix at all", () => {
    const sea = new Sea();
    sea.pass(62, () => sea.say("electrical.batteries.0.voltage", 12.6));
    expect(sea.rows).toMatchObject([{ latitude: null, values: { "electrical.batteries.0.voltage": 12.6 } }]);
  });
});

describe("rows under way", () => {
  it("come each minute on a straight course", () => {
    const sea = new Sea();
    sea.say("navigation.speedOverGround", 3);
    sea.pass(181, (second) => {
      sea.say("navigation.speedOverGround", 3);
      sea.fix(59.5 + second * 3 * METRE, 22.5);
    });
    expect(sea.seconds()).toEqual([1, 61, 121, 181]);
  });

  it("come when the course turns by more than 12 degrees, or the speed changes by half a metre a second", () => {
    const sea = new Sea();
    const sail = (speed: number, course: number) => (): void => {
      sea.say("navigation.speedOverGround", speed);
      sea.say("navigation.courseOverGroundTrue", course);
      sea.fix(59.5, 22.5);
    };
    sea.pass(10, sail(3, 6.2));
    sea.pass(10, sail(3, 0.1));
    sea.pass(10, sail(3, 0.3));
    sea.pass(10, sail(3.6, 0.3));
    expect(sea.seconds()).toEqual([1, 21, 31]);
  });

  it("come at least each minute for a boat that moves without saying how fast", () => {
    const sea = new Sea();
    sea.pass(181, (second) => sea.fix(59.5 + second * METRE, 22.5));
    // The second row is that of her departure.
    expect(sea.seconds()).toEqual([1, 32, 92, 152]);
  });

  it("are never within five seconds of each other, however she turns", () => {
    const sea = new Sea();
    sea.pass(120, (second) => {
      sea.say("navigation.speedOverGround", 3 + (second % 3));
      sea.say("navigation.courseOverGroundTrue", second % 6);
      sea.fix(59.5 + (second % 7) * 20 * METRE, 22.5 + (second % 5) * 40 * METRE);
    });
    const seconds = sea.seconds();
    expect(seconds.length).toBeGreaterThan(15);
    const gaps = seconds.slice(1).map((second, at) => second - (seconds[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5);
  });

  it("leave no fix further than 15 m from the line between rows", () => {
    const leg = fc.record({
      turn: fc.double({ min: -2, max: 2, noNaN: true }),
      seconds: fc.integer({ min: 8, max: 90 }),
    });
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 8 }), (legs) => {
        const sea = new Sea();
        const fixes: { latitude: number; longitude: number }[] = [];
        let [latitude, longitude, course] = [0.2, 179.999, 0];
        for (const { turn, seconds } of legs) {
          sea.pass(seconds, () => {
            course += turn / seconds;
            latitude += 3 * Math.cos(course) * METRE;
            longitude += 3 * Math.sin(course) * METRE;
            if (longitude > 180) longitude -= 360;
            sea.say("navigation.speedOverGround", 3);
            sea.fix(latitude, longitude);
            fixes.push({ latitude, longitude });
          });
        }
        const rows = sea.rows.map((row) => ({ latitude: row.latitude ?? 0, longitude: row.longitude ?? 0 }));
        const covered = fixes.slice(
          0,
          fixes.findLastIndex((fix) => distance(fix, rows.at(-1) ?? fix) < 1) + 1,
        );
        for (const fix of covered) {
          const nearest = rows.slice(1).map((row, at) => distanceFromLine(fix, rows[at] ?? row, row));
          expect(Math.min(distance(fix, rows[0] ?? fix), ...nearest)).toBeLessThan(15.5);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("tell the greatest speed and wind since the last row", () => {
    const sea = new Sea();
    sea.say("navigation.speedOverGround", 3);
    sea.fix(59.5, 22.5);
    for (const speed of [3.1, 3.4, 3.2]) sea.say("navigation.speedOverGround", speed);
    sea.say("environment.wind.speedApparent", 9.123456789);
    sea.say("environment.wind.speedApparent", 7);
    sea.pass(60);
    expect(sea.rows.at(-1)?.facts?.max).toEqual({
      "navigation.speedOverGround": 3.4,
      "environment.wind.speedApparent": 9.123457,
    });
  });
});

describe("values", () => {
  it("are numbers to seven digits, texts, switches, and the numbers of objects", () => {
    const sea = new Sea();
    sea.say("navigation.attitude", { roll: 0.123456789, pitch: null, name: "x" });
    sea.say("electrical.switches.0.state", true);
    sea.say("navigation.state", "sailing");
    sea.say("environment.water.temperature", 288.123456);
    sea.say("navigation.lights", "x".repeat(201));
    for (const path of [
      "design.length",
      "environment.sun",
      "environment.forecast.wind",
      "navigation.course.x",
    ]) {
      sea.say(path, 1);
    }
    sea.say("environment.depth.belowKeel", 4, "signalk-wakelog");
    sea.fix(59.5, 22.5);
    expect(sea.rows.at(-1)?.values).toEqual({
      "navigation.attitude.roll": 0.1234568,
      "electrical.switches.0.state": true,
      "navigation.state": "sailing",
      "environment.water.temperature": 288.1235,
    });
  });

  it("have names that the shore reads, those of an object's numbers too", () => {
    const sea = new Sea();
    sea.say("some.object", { ["x".repeat(250)]: 1, forecast: { wind: 2 }, kept: 3 });
    sea.fix(59.123456789, 22.987654321);
    expect(sea.rows[0]).toMatchObject({ latitude: 59.123457, longitude: 22.987654 });
    expect(sea.rows[0]?.values).toEqual({ "some.object.kept": 3 });
  });

  it("never repeat a dead sensor, and keep texts", () => {
    const sea = new Sea();
    sea.say("environment.depth.belowKeel", 4);
    sea.say("navigation.state", "moored");
    sea.pass(310, () => sea.fix(59.5, 22.5));
    expect(sea.rows.at(-1)?.values).toEqual({ "navigation.state": "moored" });
  });

  it("end with null", () => {
    const sea = new Sea();
    sea.say("environment.depth.belowKeel", 4);
    sea.say("navigation.state", "moored");
    sea.say("environment.depth.belowKeel", null);
    sea.say("navigation.state", null);
    sea.pass(2, () => sea.fix(59.5, 22.5));
    expect(sea.rows.at(-1)?.values).toEqual({});
  });

  it("go with the object that they are part of", () => {
    const sea = new Sea();
    sea.say("navigation.attitude", { latitude: 59.5, longitude: 22.5 });
    sea.say("navigation.attitudes", 1);
    sea.say("navigation.attitude", null);
    sea.fix(59.5, 22.5);
    expect(sea.rows.at(-1)?.values).toEqual({ "navigation.attitudes": 1 });
  });

  it("are those of the settings", () => {
    const sea = new Sea({ skip: ["electrical.*"], only: ["electrical.*", "environment.water.*"] });
    for (const path of ["electrical.a", "environment.water.temperature", "environment.depth.belowKeel"])
      sea.say(path, 1);
    sea.fix(59.5, 22.5);
    expect(sea.rows[0]?.values).toEqual({ "environment.water.temperature": 1 });
  });

  it("are at most 500 paths", () => {
    const sea = new Sea();
    for (let path = 0; path < 600; path += 1) sea.say(`some.path.number${path}`, path);
    sea.fix(59.5, 22.5);
    expect(Object.keys(sea.rows[0]?.values ?? {}).length).toBe(500);
  });
});

describe("rows at once", () => {
  it("come when a notification changes, with the whole set, urgent", () => {
    const sea = new Sea();
    sea.pass(2, () => sea.fix(59.5, 22.5));
    sea.say("notifications.mob", { state: "emergency", message: "Overboard", id: "a1" });
    sea.clocks.pass(1500);
    sea.say("notifications.electrical.low", { state: "warn", message: "Low" });
    sea.clocks.pass(1500);
    sea.say("notifications.mob", { state: "normal", message: "" });
    sea.say("notifications.wakelog.12", { state: "alarm", message: "ours" });
    sea.say("notifications.server.newVersion", { state: "alert", message: "new" });
    const mob = { state: "emergency", message: "Overboard", id: "a1" };
    const low = { state: "warn", message: "Low" };
    expect(sea.rows.slice(1).map(({ facts }) => facts?.alarms)).toEqual([
      { mob },
      { mob, "electrical.low": low },
      { "electrical.low": low },
    ]);
    expect(sea.urgent.slice(1)).toEqual([true, true, true]);
    expect(sea.rows.at(-1)?.flags).toBe(FLAG.alarms | FLAG.fix);
  });

  it("tell at most 200 notifications, the most severe, with names and ids that the shore reads", () => {
    const sea = new Sea();
    for (let number = 0; number < 250; number += 1)
      sea.say(`notifications.n${number}`, { state: number === 0 ? "alarm" : "warn", message: "" });
    sea.say("notifications.mob", { state: "emergency", message: "Overboard", id: "i".repeat(300) });
    sea.say(`notifications.${"x".repeat(500)}`, { state: "emergency", message: "" });
    sea.pass(2);
    const alarms = sea.rows.at(-1)?.facts?.alarms ?? {};
    expect(Object.keys(alarms).length).toBe(200);
    expect(alarms).toMatchObject({ n0: { state: "alarm" } });
    expect(alarms.mob).toEqual({ state: "emergency", message: "Overboard" });
  });

  it("come for a text or a switch, one in five seconds", () => {
    const sea = new Sea();
    sea.pass(10, () => sea.fix(59.5, 22.5));
    for (const state of ["sailing", "motoring", "moored"]) sea.say("navigation.state", state);
    sea.pass(10);
    expect(sea.seconds()).toEqual([1, 10, 15]);
    expect(sea.rows.slice(1).map(({ values }) => values["navigation.state"])).toEqual(["sailing", "moored"]);
  });

  it("are urgent too when the clock made the row before the gap was over", () => {
    const sea = new Sea();
    sea.pass(2, () => sea.fix(59.5, 22.5));
    sea.say("notifications.mob", { state: "emergency", message: "Overboard" });
    sea.clocks.pass(100);
    sea.say("notifications.electrical.low", { state: "warn", message: "Low" });
    sea.clocks.pass(6000);
    sea.say("navigation.speedOverGround", 3);
    sea.fix(59.5001, 22.5);
    expect(sea.urgent).toEqual([false, true, true]);
  });

  it("come when a watched value passes a threshold", () => {
    const sea = new Sea({ watch: [{ path: "electrical.batteries.0.voltage", low: 12, high: null }] });
    sea.say("electrical.batteries.0.voltage", 12.5);
    sea.pass(5, () => sea.fix(59.5, 22.5));
    for (const volts of [12.1, 11.9]) sea.say("electrical.batteries.0.voltage", volts);
    expect(sea.seconds()).toEqual([1, 5]);
    expect(sea.urgent).toEqual([false, true]);
  });
});
