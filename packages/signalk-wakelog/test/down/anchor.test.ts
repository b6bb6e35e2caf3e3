import { describe, expect, it } from "vitest";
import { AnchorWatch, driftOf, driftOfTwo } from "../../src/down/anchor.ts";
import { emptyFolder } from "../folder.ts";
import { StubServer } from "../stub-server.ts";

const METRE = 1 / 111_195;
const circle = { latitude: 59.5, longitude: 22.5, radius: 40 };
const at = (metres: number, mono: number) => ({ latitude: 59.5 + metres * METRE, longitude: 22.5, mono });

describe("an anchor circle", () => {
  it("warns at the radius and alarms at 1.5 times", () => {
    expect([39, 41, 59, 61].map((metres) => driftOf(circle, at(metres, 0)))).toEqual([
      "normal",
      "warn",
      "warn",
      "alarm",
    ]);
  });

  it("needs two fixes in a row, each reachable from the one before", () => {
    expect(driftOfTwo(circle, at(10, 0), at(70, 10_000))).toBe(null);
    expect(driftOfTwo(circle, at(45, 0), at(70, 10_000))).toBe("warn");
    expect(driftOfTwo(circle, at(70, 0), at(75, 10_000))).toBe("alarm");
    expect(driftOfTwo(circle, at(70, 0), at(5000, 10_000))).toBe(null);
    expect(driftOfTwo(circle, at(70, 0), at(20, 10_000))).toBe("normal");
  });
});

describe("the watch aboard", () => {
  it("publishes the circle, and raises and clears its notification without a link", () => {
    const server = new StubServer(emptyFolder());
    const watch = new AnchorWatch(server, "signalk-wakelog", () => undefined);
    watch.set(circle);
    expect(server.values.get("navigation.anchor.maxRadius")).toEqual({ value: 40 });
    expect(server.values.get("navigation.anchor.position")).toEqual({
      value: { latitude: 59.5, longitude: 22.5 },
    });
    const states = [10, 45, 46, 70, 71, 5].map((metres, step) => {
      watch.fix(at(metres, step * 10_000));
      return watch.drift;
    });
    expect(states).toEqual(["normal", "normal", "warn", "warn", "alarm", "normal"]);
    expect(server.values.get("notifications.navigation.anchor")).toMatchObject({
      value: { state: "normal" },
    });
    watch.set(null);
    expect(server.values.get("navigation.anchor.position")).toEqual({ value: null });
  });

  it("hands the circle to another plugin that takes it, and publishes it otherwise", async () => {
    for (const statusCode of [200, 405]) {
      const server = new StubServer(emptyFolder());
      const asked: unknown[] = [];
      const putSelfPath = async (path: string, value: unknown) => {
        asked.push([path, value]);
        return { statusCode };
      };
      const watch = new AnchorWatch(
        Object.assign(server, { putSelfPath }),
        "signalk-wakelog",
        () => undefined,
      );
      watch.set(circle);
      await new Promise((done) => setTimeout(done, 1));
      expect(asked).toContainEqual(["navigation.anchor.maxRadius", 40]);
      expect(server.values.has("navigation.anchor.maxRadius")).toBe(statusCode !== 200);
    }
  });

  it("takes up a watch that another plugin set", () => {
    const server = new StubServer(emptyFolder());
    const watch = new AnchorWatch(server, "signalk-wakelog", () => undefined);
    expect(watch.adopt()).toBe(false);
    server.values.set("navigation.anchor.position", { value: { latitude: 59.5, longitude: 22.5 } });
    server.values.set("navigation.anchor.maxRadius", { value: 30 });
    expect([watch.adopt(), watch.circle]).toEqual([true, { ...circle, radius: 30 }]);
    expect(watch.adopt()).toBe(false);
  });

  it("ends when another plugin ends it, and not before the server has told it", () => {
    const server = new StubServer(emptyFolder());
    const watch = new AnchorWatch(server, "signalk-wakelog", () => undefined);
    watch.set(circle);
    server.values.delete("navigation.anchor.position");
    expect([watch.adopt(), watch.circle]).toEqual([false, circle]);
    server.values.set("navigation.anchor.position", { value: { latitude: 59.5, longitude: 22.5 } });
    expect(watch.adopt()).toBe(false);
    for (const step of [1, 2]) watch.fix(at(70, step * 10_000));
    expect(watch.drift).toBe("alarm");
    server.values.set("navigation.anchor.position", { value: null });
    expect([watch.adopt(), watch.circle, watch.drift]).toEqual([true, null, "normal"]);
    expect(server.values.get("notifications.navigation.anchor")).toMatchObject({
      value: { state: "normal" },
    });
  });
});
