/** The bot's replies in every language: complete, and not in English. */
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language, wordsIn } from "../../../../src/people/notifications/words/languages.ts";

/** Facts hold no letters that words have, so that they are found. */
const [boat, ago, log, distance, duration, link] = ["B0", "5:00", "L0", "D0", "3:05", "https://log.example"];

/** Replies, each with required contents. */
function answers(language: Language): readonly (readonly [string, ...(readonly string[])])[] {
  const { bot } = wordsIn(language);
  const status = { boat, ago, status: null, speed: null, raised: [] };
  return [
    ...[bot.help, bot.stranger, bot.linked, bot.wrongCode, bot.taken].map((one) => [one] as const),
    ...[bot.tooMany, bot.noBoat, bot.nothingRaised, bot.guest].map((one) => [one] as const),
    ...[bot.noData, bot.noLog, bot.noBattery, bot.noTanks].map((say) => [say(boat), boat] as const),
    [bot.status({ ...status, online: true }), boat, ago],
    [bot.status({ ...status, online: false, status: "anchored", speed: "S0" }), boat, ago, "S0"],
    [bot.status({ ...status, online: true, status: "sailing", raised: ["R0", "R1"] }), boat, "R0", "R1"],
    [bot.where({ boat, position: "P0", ago, moorage: null, map: link }), boat, "P0", ago, link],
    [bot.where({ boat, position: "P0", ago, moorage: "M0", map: link }), "P0 (M0)"],
    [bot.log({ boat, log, active: true, distance, duration, link }), boat, log, distance, duration, link],
    [bot.log({ boat, log, active: false, distance, duration, link }), boat, log, distance, duration, link],
    [bot.battery({ boat, voltage: "V0", charge: "C0", ago }), boat, "V0, C0", ago],
    [bot.tanks({ boat, tanks: [{ name: bot.tank.fuel, value: "T0" }], ago }), boat, bot.tank.fuel, "T0", ago],
    [bot.silenced({ count: 1, duration }), duration],
    [bot.silenced({ count: 12, duration }), "12", duration],
    [bot.acknowledged(1)],
    [bot.acknowledged(12), "12"],
  ];
}

const languages = Object.keys(LANGUAGES) as Language[];

describe("the bot", () => {
  it.each(languages)("tells everything that it was given: %s", (language) => {
    for (const [answer, ...facts] of answers(language)) {
      for (const fact of facts) expect(answer).toContain(fact);
      expect(answer).not.toMatch(/undefined|null|[{}]/);
    }
  });

  it.each(languages.filter((one) => one !== "en"))("says nothing in English: %s", (language) => {
    const english = new Set(answers("en").map(([answer]) => answer));
    expect(answers(language).filter(([answer]) => english.has(answer))).toEqual([]);
  });
});
