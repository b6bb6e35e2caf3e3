/** A catalog as Lingui compiles it and the service reads it. */
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { i18nOf } from "../../../server/src/people/notifications/words/i18n.ts";

const ENTRIES = {
  "Hello {name},": "Bonjour {name},",
  "{count, plural, one {One alert of {boat}} other {{count} alerts of {boat}}}":
    "{count, plural, one {Une alerte de {boat}} other {# alertes de {boat}}}",
};
/** As the build writes it. */
const compiled = (entries: Readonly<Record<string, string>>): unknown =>
  JSON.parse(
    JSON.stringify(
      Object.fromEntries(Object.entries(entries).map(([id, words]) => [id, compileMessage(words)])),
    ),
  );

describe("a message of a catalog", () => {
  const i18n = i18nOf(compiled(ENTRIES), "fr-FR");
  const [hello = "", alerts = ""] = Object.keys(ENTRIES);

  it("has its values as they are", () => {
    const name = "{boat} # \\x41 '|'";
    expect(i18n._(hello, { name })).toBe(`Bonjour ${name},`);
  });

  it.each([
    [0, "Une alerte de Aava"],
    [1, "Une alerte de Aava"],
    [12_345, "12345 alertes de Aava"],
  ])("has the form for %s that the language has", (count, words) => {
    expect(i18n._(alerts, { count, boat: "Aava" })).toBe(words);
  });

  it("is refused without one of its values", () => {
    expect(() => i18n._(alerts, { count: 2 })).toThrow("{boat}");
  });

  it("is refused if there is none", () => {
    expect(() => i18n._("Good evening")).toThrow("Good evening");
  });

  it("is refused if it is of a kind that no message of the service has", () => {
    const choice = compiled({ sea: "{wind, select, strong {rough} other {calm}}" });
    expect(() => i18nOf(choice, "en-GB")).toThrow("sea");
  });
});
