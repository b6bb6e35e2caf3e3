/** The instruments of a boat that sails, or swings at anchor, as a program plays them from second to second. */
import type { StubServer } from "../stub-server.ts";

const METRE = 1 / 111_195;
const DEGREE = Math.PI / 180;
/** Instruments that change slowly: path, usual value, how much each reading is off, seconds of a swing, its size. */
const SLOW: readonly (readonly [string, number, number, number, number])[] = [
  ["environment.depth.belowTransducer", 22, 0.05, 1800, 9],
  ["environment.water.temperature", 288.4, 0.02, 30_000, 1],
  ["environment.outside.temperature", 291.2, 0.05, 43_200, 4],
  ["environment.outside.pressure", 101_420, 8, 86_400, 600],
  ["environment.outside.relativeHumidity", 0.71, 0.002, 43_200, 0.1],
  ["environment.wind.angleApparent", 0.82, 0.08, 240, 0.2],
  ["environment.wind.angleTrueWater", 1.12, 0.08, 240, 0.2],
  ["environment.wind.speedTrue", 6.4, 0.3, 600, 1.5],
  ["navigation.headingMagnetic", 1.4, 0.03, 90, 0.06],
  ["navigation.speedThroughWater", 2.9, 0.05, 300, 0.3],
  ["navigation.attitude.roll", 0.21, 0.05, 7, 0.06],
  ["navigation.attitude.pitch", 0.02, 0.02, 5, 0.03],
  ["navigation.gnss.horizontalDilution", 0.8, 0.02, 3000, 0.2],
  ["navigation.log", 4_812_000, 0, 0, 0],
  ["steering.rudderAngle", 0.03, 0.03, 30, 0.08],
  ["electrical.batteries.0.voltage", 12.74, 0.01, 20_000, 0.2],
  ["electrical.batteries.0.current", -4.2, 0.3, 900, 2],
  ["electrical.batteries.0.capacity.stateOfCharge", 0.86, 0, 43_200, 0.1],
  ["electrical.batteries.1.voltage", 12.81, 0.005, 40_000, 0.1],
  ["electrical.solar.1.panelPower", 84, 3, 43_200, 80],
  ["tanks.fuel.0.currentLevel", 0.62, 0, 0, 0],
  ["tanks.freshWater.0.currentLevel", 0.48, 0, 86_400, 0.05],
  ["tanks.blackWater.0.currentLevel", 0.2, 0, 0, 0],
  ["environment.inside.temperature", 294.5, 0.03, 43_200, 2],
  ["environment.inside.refrigerator.temperature", 279.2, 0.05, 2400, 1.2],
];

/** What they send by satellite: as many paths as a partial row may have. */
export const SATELLITE_PATHS: readonly string[] = [
  "electrical.batteries.0.voltage",
  "electrical.batteries.0.capacity.stateOfCharge",
  "environment.outside.pressure",
  "environment.water.temperature",
  "environment.wind.speedTrue",
  "tanks.freshWater.0.currentLevel",
];

/** A number from 0 to 1 that only follows from its seed. */
function noise(seed: number): number {
  const wave = Math.sin(seed * 12.9898) * 43_758.5453;
  return wave - Math.floor(wave);
}

/** About normal, 0 on average, 1 in size. */
function spread(seed: number): number {
  return (noise(seed) + noise(seed + 0.31) + noise(seed + 0.67) - 1.5) * 2;
}

/** Plays them. */
export class Instruments {
  readonly #server: StubServer;
  #latitude = 59.5;
  #longitude = 22.5;

  constructor(server: StubServer) {
    this.#server = server;
  }

  /** What they say in a second. @param speed metres per second over ground; 0 swings at anchor */
  play(second: number, speed: number): void {
    const server = this.#server;
    const tack = Math.floor(second / 5400) % 2 === 0 ? 0.9 : 2.4;
    const swing =
      speed > 0 ? 0.07 * Math.sin(second / 40) + 0.035 * spread(second) : 2 * Math.sin(second / 300);
    const course = tack + swing;
    const over =
      speed > 0
        ? speed + 0.3 * Math.sin(second / 700) + 0.08 * spread(second + 0.5)
        : Math.abs(0.06 * spread(second));
    if (speed > 0) {
      this.#latitude += over * Math.cos(course) * METRE;
      this.#longitude += (over * Math.sin(course) * METRE) / Math.cos(this.#latitude * DEGREE);
    }
    const ring = speed > 0 ? 0 : 12 * METRE;
    const latitude = this.#latitude + ring * Math.sin(second / 900) + 0.8 * METRE * spread(second + 0.2);
    const longitude = this.#longitude + 2 * ring * Math.cos(second / 900) + METRE * spread(second + 0.7);
    server.say("navigation.speedOverGround", over);
    server.say("navigation.courseOverGroundTrue", course);
    server.say("environment.wind.speedApparent", 7 + Math.sin(second / 500) + 0.4 * spread(second + 0.9));
    for (const [at, [path, usual, off, period, size]] of SLOW.entries()) {
      if ((second + at) % 5 !== 0) continue;
      const wave = period === 0 ? 0 : size * Math.sin((2 * Math.PI * second) / period + at);
      server.say(path, usual + wave + off * spread(second + at * 7.7));
    }
    if (second % 600 === 1) server.say("navigation.state", speed > 0 ? "sailing" : "anchored");
    server.say("navigation.position", { latitude, longitude });
  }
}
