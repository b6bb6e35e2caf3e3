import { expect, it, onTestFinished } from "vitest";
import type { Mode } from "../../src/link/protocol.ts";
import { Boat } from "../boat.ts";
import { emptyFolder } from "../folder.ts";
import { CountingProxy } from "./counting-proxy.ts";
import { SATELLITE_PATHS } from "./instruments.ts";
import { SeaDay } from "./sea-day.ts";
import { SmallShore } from "./small-shore.ts";

const HOUR = 3600;
/** Hours in a mode, after the first hour, in which the boat is paired. */
async function hoursIn(mode: Mode, speed: number, hours: number) {
  const shore = await SmallShore.start();
  const proxy = await CountingProxy.start(shore.port);
  onTestFinished(() => proxy.close());
  const boat = new Boat(emptyFolder());
  shore.news = { settings: { version: 1, mode, satellite: SATELLITE_PATHS } };
  const day = new SeaDay(() => {
    boat.start({ pairing: `http://127.0.0.1:${proxy.port}/${shore.code}` });
    return boat;
  });
  await day.pass(HOUR, speed);
  const [before, sent, exchanges] = [proxy.bytes, proxy.sent, shore.exchanges.length];
  await day.pass(hours * HOUR, speed);
  const { sent: counted, received } = Object((await boat.status()).today);
  expect(shore.doubles).toBe(0);
  expect((counted + received) / proxy.bytes).toBeCloseTo(1, 1);
  return {
    dayBytes: ((proxy.bytes - before) * 24) / hours,
    requestBytes: (proxy.sent - sent) / (shore.exchanges.length - exchanges),
  };
}

it.each([
  ["normal", 3, 1_900_000],
  ["normal", 0, 800_000],
  ["metered", 3, 360_000],
  ["metered", 0, 90_000],
  ["satellite", 3, 12_000],
  ["satellite", 0, 12_000],
] as const)(
  "sends in %s mode at %d m/s no more than %d bytes a day",
  async (mode, speed, limit) => {
    const { dayBytes, requestBytes } = await hoursIn(mode, speed, mode === "normal" ? 3 : 6);
    expect(dayBytes).toBeLessThan(limit);
    if (mode === "satellite") expect(requestBytes).toBeLessThan(320);
  },
  300_000,
);
