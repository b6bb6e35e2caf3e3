/** The head line of Now: for every state of the boat and in every language, what is wrong comes first. */
import { beforeAll, describe, expect, test } from "vitest";
import { SEVERITIES, type Severity } from "../../../../src/api/alerts/rules.ts";
import { STAY_CODES } from "../../../../src/api/places/stays.ts";
import { fetchSpeech } from "../../../../src/languages/fetch-speech.ts";
import { LANGUAGES, type Language, languageOf } from "../../../../src/languages/language.ts";
import {
  type BoatState,
  type Doing,
  headLine,
  type WordedAlert,
} from "../../../../src/pages/now/words/head-line.ts";
import type { Display } from "../../../../src/preferences/display.tsx";
import { UNITS_OF } from "../../../../src/units/quantity.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = new Date("2026-11-25T12:00:00Z");
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);

const displays = new Map<Language, Display>();
beforeAll(async () => {
  for (const code of Object.keys(LANGUAGES)) {
    const language = languageOf(code) ?? "en";
    const speech = await fetchSpeech(language);
    displays.set(language, {
      ...UNITS_OF.nautical,
      ...speech,
      clock: "utc",
      zone: "UTC",
      language,
      theme: "day",
    });
  }
});

function displayIn(language: Language): Display {
  const display = displays.get(language);
  if (display === undefined) throw new Error(`no words in ${language}`);
  return display;
}

function alert(severity: Severity, name: string, words: string): WordedAlert {
  return { severity, name, words, kind: "below", key: "voltage" };
}

const AT_ANCHOR: Extract<Doing, { kind: "lying" }> = {
  kind: "lying",
  ...{ stayCode: 2, place: "Kiel", isBesideTown: false, arrived: ago(3 * DAY) },
};
const STATE: BoatState = {
  alerts: [],
  freshSeconds: 600,
  heard: ago(2 * MINUTE),
  reachable: true,
  doing: { kind: "lying", stayCode: 4, place: "Kiel", isBesideTown: false, arrived: ago(3 * DAY) },
  watch: null,
  volts: 12.71,
  charging: true,
  bilge: null,
};

function english(change: Partial<BoatState>): string {
  const { verdict, more } = headLine({ ...STATE, ...change }, NOW, displayIn("en"));
  return [...verdict, ...more].join(" ");
}

describe("the head line", () => {
  test.each<readonly [string, Partial<BoatState>]>([
    ["All well. Moored at Kiel since Sunday. Battery 12.7 V and charging, last heard 2 min ago.", {}],
    [
      "All well. Anchored since 10:20 UTC. The anchor watch is armed. Bilge dry, last heard just now.",
      {
        doing: { ...AT_ANCHOR, place: null, arrived: new Date("2026-11-25T10:20:00Z") },
        watch: { distance: 18, radius: 45 },
        volts: null,
        bilge: "dry",
        heard: NOW,
      },
    ],
    [
      "Outside the anchor watch: 52 m of 45 m. Anchored at Kiel since 12 August 2025. The anchor watch is armed. " +
        "Battery 12.7 V and charging, last heard 2 min ago.",
      {
        doing: { ...AT_ANCHOR, arrived: new Date("2025-08-12T10:20:00Z") },
        watch: { distance: 52, radius: 45 },
      },
    ],
    [
      "All well. Anchored 4 NM S of Kiel since Sunday. The anchor watch is not armed. Battery 12.7 V and charging, last heard 2 min ago.",
      { doing: { ...AT_ANCHOR, place: "4 NM S of Kiel", isBesideTown: true } },
    ],
    [
      // An hourly boat.
      "All well. Moored at Kiel since Sunday. Battery 12.7 V and charging, last heard 50 min ago.",
      { heard: ago(50 * MINUTE), freshSeconds: 7200 },
    ],
    [
      "No position for the anchor watch. Anchored at Kiel since Sunday. The anchor watch is armed. " +
        "Battery 12.7 V and charging, last heard 2 min ago.",
      { doing: AT_ANCHOR, watch: { distance: null, radius: 45 } },
    ],
    [
      // The alert says it.
      "Warning: Anchor watch. The boat is 52 m from its place, farther than 45 m. Anchored at Kiel since Sunday. " +
        "The anchor watch is armed. Battery 12.7 V and charging, last heard 2 min ago.",
      {
        alerts: [
          {
            ...alert("warn", "Anchor watch", "The boat is 52 m from its place, farther than 45 m."),
            ...{ kind: "drag", key: null },
          },
        ],
        ...{ doing: AT_ANCHOR, watch: { distance: 53, radius: 45 } },
      },
    ],
    [
      // The alert says the same.
      "Alarm: Anchor watch: no position. No new position. Anchored at Kiel since Sunday. The anchor watch is armed. " +
        "Battery 12.7 V and charging, last heard 2 min ago.",
      {
        alerts: [
          {
            ...alert("alarm", "Anchor watch: no position", "No new position."),
            ...{ kind: "silent", key: "navigation.position" },
          },
        ],
        ...{ doing: AT_ANCHOR, watch: { distance: null, radius: 45 } },
      },
    ],
    [
      "Alarm: House bank low. 11.2 V, below 12.0 V. 1 more alert. Not heard from for 3 h 00 min. " +
        "Last known: Under sail from Kiel since 1 November. Last battery voltage: 12.7 V.",
      {
        alerts: [
          alert("warn", "Strong wind", "31 kn, above 30 kn."),
          alert("alarm", "House bank low", "11.2 V, below 12.0 V."),
        ],
        heard: ago(180 * MINUTE),
        doing: { kind: "moving", by: "sail", from: "Kiel", started: new Date("2026-11-01T10:20:00Z") },
        charging: false,
      },
    ],
    ["Nothing heard from the boat yet.", { heard: null, volts: null, doing: { kind: "unknown" } }],
  ])("says %s", (words, change) => {
    expect(english(change)).toBe(words);
  });

  test("says since when briefly, but never ambiguously", () => {
    const since = (arrived: Date | null) =>
      /Kiel(.*?)\./.exec(english({ doing: { ...AT_ANCHOR, stayCode: 4, arrived } }))?.[1];
    expect(since(ago(MINUTE))).toBe(" since 11:59 UTC");
    expect(since(ago(DAY))).toBe(" since Tuesday");
    // The same weekday a week ago is a date.
    expect(since(ago(7 * DAY))).toBe(" since 18 November");
    expect(since(ago(-2 * DAY))).toBe(" since 27 November");
    expect(since(null)).toBe("");
  });
});

const ALERTS = [
  [],
  ...SEVERITIES.map((severity) => [alert(severity, "Strong wind", "31 kn, above 30 kn.")]),
  SEVERITIES.map((severity) => alert(severity, "Rule", `Words of ${severity}.`)),
];
const HEARD = [null, ago(-30 * MINUTE), NOW, ago(9 * MINUTE), ago(11 * MINUTE), ago(100 * DAY)];
const PLACES = [null, "Kiel"];
const STARTS = [null, ago(MINUTE), ago(2 * DAY), ago(500 * DAY)];
const DOING: readonly Doing[] = [
  { kind: "unknown" },
  ...PLACES.flatMap((place) =>
    STARTS.flatMap((start): Doing[] => [
      ...(["sail", "engine", "unknown"] as const).map(
        (by): Doing => ({ kind: "moving", by, from: place, started: start }),
      ),
      ...STAY_CODES.flatMap((stayCode): Doing[] => [
        { kind: "lying", stayCode, place, isBesideTown: false, arrived: start },
        ...(place === null
          ? []
          : [{ kind: "lying", stayCode, place, isBesideTown: true, arrived: start } as const]),
      ]),
    ]),
  ),
];
const WATCHES = [
  null,
  { distance: null, radius: 45 },
  { distance: 18, radius: 45 },
  { distance: 46, radius: 45 },
];
const BILGES = [null, "dry", "wet"] as const;

/** Every state of the rest with some of what she does, and the other way round. */
function* states(): Generator<BoatState> {
  for (const alerts of ALERTS)
    for (const heard of HEARD)
      for (const reachable of [true, false])
        for (const watch of WATCHES)
          for (const bilge of BILGES)
            for (const doing of alerts.length + Number(bilge !== null) > 0 ? DOING.slice(0, 3) : DOING)
              yield {
                ...{ alerts, heard, reachable, watch, bilge, doing, freshSeconds: 600 },
                volts: doing.kind === "lying" || bilge === "dry" ? 12.71 : null,
                charging: doing.kind === "lying" && doing.place === null,
              };
}

describe.each(Object.keys(LANGUAGES))("in %s, every head line", (code) => {
  test("begins with what is wrong, and says all well only of a boat that is", () => {
    const display = displayIn(languageOf(code) ?? "en");
    const allWell = headLine(STATE, NOW, display).verdict[0];
    const seen = new Set<string>();
    for (const state of states()) {
      const { tone, verdict, more } = headLine(state, NOW, display);
      const { alerts, heard, reachable, watch, bilge } = state;
      const age = heard === null ? null : NOW.getTime() - heard.getTime();
      const isOld = age === null || Math.abs(age) > 10 * MINUTE;
      const isOutside = watch?.distance === 46;
      const isBlind = watch?.distance === null;
      const isWrong = alerts.length > 0 || isOutside || isBlind || bilge === "wet" || isOld || !reachable;
      const text = [...verdict, ...more].join(" ");
      seen.add(text);
      const told = JSON.stringify({ state, text });
      if (text.includes(allWell) === isWrong) throw new Error(`all well or not: ${told}`);
      if ((tone === "good") === isWrong) throw new Error(`tone ${tone}: ${told}`);
      if (/null|undefined|NaN|\{|\}| {2}|\bselect\b/.test(text)) throw new Error(`not words: ${told}`);
      if (![...verdict, ...more].every((one) => /[.:]$/.test(one))) throw new Error(`no sentence: ${told}`);
      const worst = alerts.at(-1);
      if (worst !== undefined && !verdict[0].endsWith(`${worst.name}. ${worst.words}`))
        throw new Error(`not first: ${told}`);
      if (alerts.length > 0 && tone !== "bad") throw new Error(`an alert is not red: ${told}`);
      if (isOutside && heard !== null && alerts.length === 0 && !verdict[0].includes("46"))
        throw new Error(`the ring is not first: ${told}`);
    }
    expect(seen.size).toBeGreaterThan(500);
  });
});

test("no two languages share a verdict", () => {
  const said = Object.keys(LANGUAGES).map(
    (code) => headLine(STATE, NOW, displayIn(languageOf(code) ?? "en")).verdict[0],
  );
  expect(new Set(said).size).toBe(said.length);
});
