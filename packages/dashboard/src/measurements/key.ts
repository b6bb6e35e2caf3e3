import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Measure } from "./measure.ts";
import { monitoredOf } from "./monitored.ts";

/** The group of a measurement. */
export type Group = "navigation" | "weather" | "electrical" | "tanks" | "engines" | "other";

/** A measurement's key in words: what is measured, and of which battery, tank, engine or room. */
export interface KeyWords {
  readonly group: Group;
  readonly measure: Measure;
  /** What is measured; null if unknown, then the boat's own word is used. */
  readonly words: MessageDescriptor | null;
  readonly ownWord: string;
  /** The owner; empty if there is only one. */
  readonly of: string;
}

/** The last part of a key. */
const PARTS: Readonly<Record<string, readonly [Measure, MessageDescriptor]>> = {
  speedOverGround: ["speed", msg`Speed over ground`],
  speedThroughWater: ["speed", msg`Speed through water`],
  courseOverGroundTrue: ["bearing", msg`Course over ground`],
  courseOverGroundMagnetic: ["bearing", msg`Course, magnetic`],
  headingTrue: ["bearing", msg`Heading`],
  headingMagnetic: ["bearing", msg`Heading, magnetic`],
  magneticVariation: ["angle", msg`Variation`],
  rudderAngle: ["angle", msg`Rudder`],
  log: ["distance", msg`Log`],
  trip: ["distance", msg`Trip log`],
  belowTransducer: ["depth", msg`Depth below transducer`],
  belowKeel: ["depth", msg`Depth below keel`],
  belowSurface: ["depth", msg`Depth`],
  speedTrue: ["speed", msg`True wind`],
  speedApparent: ["speed", msg`Apparent wind`],
  directionTrue: ["bearing", msg`Wind from`],
  directionMagnetic: ["bearing", msg`Wind from, magnetic`],
  angleApparent: ["angle", msg`Apparent wind angle`],
  angleTrueWater: ["angle", msg`True wind angle`],
  angleTrueGround: ["angle", msg`True wind angle over ground`],
  temperature: ["temperature", msg`Temperature`],
  dewPointTemperature: ["temperature", msg`Dew point`],
  coolantTemperature: ["temperature", msg`Coolant`],
  oilTemperature: ["temperature", msg`Oil temperature`],
  exhaustTemperature: ["temperature", msg`Exhaust`],
  pressure: ["pressure", msg`Pressure`],
  oilPressure: ["pressure", msg`Oil pressure`],
  humidity: ["ratio", msg`Humidity`],
  relativeHumidity: ["ratio", msg`Humidity`],
  voltage: ["volts", msg`Voltage`],
  panelVoltage: ["volts", msg`Panel voltage`],
  current: ["amperes", msg`Current`],
  panelCurrent: ["amperes", msg`Panel current`],
  power: ["watts", msg`Power`],
  panelPower: ["watts", msg`Power`],
  stateOfCharge: ["ratio", msg`Charge`],
  stateOfHealth: ["ratio", msg`Health`],
  timeRemaining: ["hours", msg`Time left`],
  currentLevel: ["ratio", msg`Level`],
  currentVolume: ["litres", msg`Contents`],
  revolutions: ["turns", msg`Revolutions`],
  runTime: ["hours", msg`Running time`],
  engineLoad: ["ratio", msg`Load`],
  state: ["plain", msg`State`],
};

const GROUPS: Readonly<Record<string, Group>> = {
  navigation: "navigation",
  steering: "navigation",
  environment: "weather",
  electrical: "electrical",
  tanks: "tanks",
  propulsion: "engines",
};

/** Parts of keys that only group other parts. */
const SILENT: ReadonlySet<string> = new Set(["batteries", "capacity", "wind", "depth", "rpi"]);

/** `mainCabin` as `Main cabin`. */
function spaced(part: string): string {
  const words = part.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words for a key in the Signal K vocabulary, or for the name of a monitored value. */
export function wordsOfKey(key: string): KeyWords {
  const monitored = monitoredOf(key);
  if (monitored !== undefined) {
    return { group: "other", measure: monitored.measure, words: monitored.words, ownWord: key, of: "" };
  }
  const [first = "", ...rest] = key.split(".");
  const last = rest.at(-1) ?? first;
  const group = rest[0] === "depth" ? "navigation" : (GROUPS[first] ?? "other");
  const windOverGround = first === "environment" && last === "speedOverGround";
  const [measure, words] = windOverGround ? (PARTS.speedTrue ?? []) : (PARTS[last] ?? []);
  const of = rest.slice(0, -1).filter((part) => !SILENT.has(part) && part !== "0");
  return {
    group,
    measure: measure ?? "plain",
    words: words ?? null,
    ownWord: spaced(last),
    of: (GROUPS[first] === undefined ? [first, ...of] : of).map(spaced).join(" "),
  };
}
