/** Translating service sentences: completely, with values, and only known ones. */

import type { Messages } from "@lingui/core";
import { describe, expect, it } from "vitest";
import { problemWords } from "../../src/api/sentence.ts";
import { speechWith } from "../../src/languages/speech.ts";
import * as forms from "../../src/server-messages/forms.ts";
import { logName } from "../../src/server-messages/log-name.ts";
import { placeName, translated } from "../../src/server-messages/translated.ts";
import { formatInstant, inUtc } from "../../src/units/instant.ts";

type Words = Extract<Messages[string], readonly unknown[]>;

/** A compiled message: texts, and names of values in lists. */
const compiled = (text: string): Words =>
  text.split(/(\{\w+\})/).map((part): Words[number] => (part.startsWith("{") ? [part.slice(1, -1)] : part));

const GERMAN: Readonly<Record<string, string>> = {
  "left the berth at {knots} kn": "verließ den Liegeplatz mit {knots} kn",
  "not recorded: moved {miles} NM during {lasting} without positions":
    "nicht aufgezeichnet: {miles} NM versetzt während {lasting} ohne Positionen",
  "reported {status} and got under way at {knots} kn": "meldete „{status}“ und kam in Fahrt mit {knots} kn",
  sailing: "unter Segel",
  "{days} days": "{days} Tagen",
  "Sailed here: {sea}": "Hier gesegelt: {sea}",
  "Baltic Sea": "Ostsee",
  "{rule}: {value}, above {threshold}.": "{rule}: {value}, über {threshold}.",
  "Strong wind": "Starker Wind",
  "Settings refused: {faults}": "Einstellungen abgelehnt: {faults}",
  "{threshold} must be a number from {low} to {high}":
    "„{threshold}“ muss eine Zahl von {low} bis {high} sein",
  "Pause minutes": "Dauer einer Pause, Minuten",
  "the password is too short": "das Passwort ist zu kurz",
  "Choose a password of at least {least} characters.": "Wählen Sie eines mit mindestens {least} Zeichen.",
  "The log overlaps log {log}, which lasts from {since} to {until}":
    "Die Fahrt überschneidet sich mit Fahrt {log}, die von {since} bis {until} dauert",
  now: "jetzt",
  "{miles} NM {point} of {place}": "{miles} NM {point} von {place}",
  SSW: "SSW",
  NNE: "NNO",
};

const speech = speechWith(
  "de",
  Object.fromEntries(Object.entries(GERMAN).map(([id, words]) => [id, compiled(words)])),
  { forms, fetch: async () => {}, whenLate: () => () => {} },
);

describe("a sentence of the service", () => {
  it.each([
    ["left the berth at 4.2 kn", "verließ den Liegeplatz mit 4,2 kn"],
    ["reported sailing and got under way at 3.0 kn", "meldete „unter Segel“ und kam in Fahrt mit 3,0 kn"],
    [
      "not recorded: moved 120.5 NM during 6 days without positions",
      "nicht aufgezeichnet: 120,5 NM versetzt während 6 Tagen ohne Positionen",
    ],
    [
      "not recorded: moved 2.0 NM during 3 h 20 min without positions",
      "nicht aufgezeichnet: 2,0 NM versetzt während 3 h 20 min ohne Positionen",
    ],
    ["Sailed here: Baltic Sea", "Hier gesegelt: Ostsee"],
    ["Strong wind: 32.4 kn, above 30.0 kn.", "Starker Wind: 32,4 kn, über 30,0 kn."],
    ["My rule: 12.4 V, above 12.0 V.", "My rule: 12,4 V, über 12,0 V."],
  ])("%s", (english, german) => {
    expect(translated(english, speech)).toBe(german);
  });

  it("is said for each of several", () => {
    expect(translated("left the berth at 4.2 kn; left the berth at 10.0 kn", speech)).toBe(
      "verließ den Liegeplatz mit 4,2 kn; verließ den Liegeplatz mit 10,0 kn",
    );
    const faults = [
      "pauseMinutes must be a number from 5 to 720",
      "somethingElse must be a number from 1 to 2",
    ];
    expect(translated(`Settings refused: ${faults.join("; ")}`, speech)).toBe(
      "Einstellungen abgelehnt: „Dauer einer Pause, Minuten“ muss eine Zahl von 5 bis 720 sein; „somethingElse“ muss eine Zahl von 1 bis 2 sein",
    );
    expect(translated(faults.join("\n"), speech).split("\n")).toHaveLength(2);
  });

  it("has times as the language writes them", () => {
    const since = formatInstant(new Date("2026-08-01T06:40:00Z"), inUtc(speech));
    expect(since).toContain("Aug");
    expect(translated("The log overlaps log 12, which lasts from 2026-08-01 06:40 UTC to now", speech)).toBe(
      `Die Fahrt überschneidet sich mit Fahrt 12, die von ${since} bis jetzt dauert`,
    );
  });

  it("stays as it is if it is unknown or has no translation", () => {
    expect(translated("Not now.", speech)).toBe("Not now.");
    expect(translated("the record begins here", speech)).toBe("the record begins here");
  });

  it("is read with its hint", () => {
    const problem = {
      message: "the password is too short",
      hint: "Choose a password of at least 8 characters.",
    };
    expect(problemWords(problem, speech)).toBe(
      "Das Passwort ist zu kurz. Wählen Sie eines mit mindestens 8 Zeichen.",
    );
  });
});

describe("a name that the service made", () => {
  it("of a place is said, and what people called it is not", () => {
    expect(placeName("12 NM NNE of Port of Hanko", speech)).toBe("12 NM NNO von Port of Hanko");
    expect(placeName("Baltic Sea", speech)).toBe("Baltic Sea");
    expect(placeName(null, speech)).toBeNull();
  });

  const NAMES = { name: "as the service stores it", named: false, from: null, to: null, started: null };

  it("of a log is made of its places, whatever the stored name says", () => {
    const [from, to] = ["Hanko", "12 NM SSW of Utö"];
    expect(logName({ ...NAMES, from, to }, speech)).toBe(`${from} to 12 NM SSW von Utö`);
    expect(logName({ ...NAMES, from }, speech)).toBe("From Hanko");
    expect(logName({ ...NAMES, to }, speech)).toBe("To 12 NM SSW von Utö");
  });

  it("of a log without places has the day as the language writes it", () => {
    const started = new Date("2026-06-05T10:00:00Z");
    expect(logName({ ...NAMES, started }, speech)).toContain("5. Juni 2026");
    expect(logName(NAMES, speech)).toBe(NAMES.name);
  });

  it("is not that of a log which has its own, or is not finished", () => {
    const own = { ...NAMES, name: "Hanko to Kiel", named: true, from: "Hanko", to: "Kiel" };
    expect(logName(own, speech)).toBe("Hanko to Kiel");
    expect(logName({ ...NAMES, name: null, from: "Hanko" }, speech)).toBeNull();
  });
});
