import { expect, it, vi } from "vitest";
import { countWrites } from "./counted-disk.ts";
import { recording } from "./recording.ts";

const LEVEL = "tanks.fuel.0.currentLevel";

const fix = { latitude: 59.5, longitude: 22.5 };

it("lets a number end when its metadata say that it times out, and after five minutes at most", async () => {
  const { newest, pass, server } = await recording((path) => ({ timeout: path.endsWith(LEVEL) ? 20 : 900 }));
  pass(15);
  server.say(LEVEL, 0.4);
  server.say("electrical.batteries.0.voltage", 12.6);
  const alarm = (message: string) => server.say("notifications.test", { state: "warn", message });
  pass(15);
  alarm("one");
  expect(newest()).toEqual([LEVEL, "electrical.batteries.0.voltage"]);
  pass(15);
  alarm("two");
  expect(newest()).toEqual(["electrical.batteries.0.voltage"]);
  pass(290);
  alarm("three");
  expect(newest()).toEqual([]);
});

it("records no number that the server only remembered from before the start", async () => {
  const { clocks, newest, pass, server } = await recording();
  const remember = (path: string, value: unknown) => {
    vi.useFakeTimers({ toFake: ["Date"], now: clocks.system() - 400_000 });
    server.say(path, value);
    vi.useRealTimers();
  };
  remember(LEVEL, 0.4);
  remember("navigation.position", fix);
  remember("navigation.state", "moored");
  pass(61);
  expect(newest()).toEqual(["navigation.state"]);
});

it("syncs each 30 s what was written, and at once what is urgent", async () => {
  const disk = countWrites();
  const { pass, server } = await recording();
  pass(1, () => server.say("navigation.position", fix));
  pass(31);
  const before = disk.syncs;
  pass(290);
  expect(disk.syncs - before).toBeLessThanOrEqual(3);
  server.say("navigation.state", "sailing");
  const written = disk.syncs;
  pass(31);
  expect(disk.syncs - written).toBe(1);
  server.say("notifications.test", { state: "warn", message: "now" });
  expect(disk.syncs - written).toBe(2);
});
