import { expect, it } from "vitest";
import { de } from "../../page/words/de.ts";
import { en, type Words } from "../../page/words/en.ts";
import { es } from "../../page/words/es.ts";
import { fr } from "../../page/words/fr.ts";
import { pt } from "../../page/words/pt.ts";
import { Events } from "../../src/status/events.ts";

it("keeps the last hundred events, the newest first, and does not repeat the same", () => {
  let now = 0;
  const events = new Events(() => now);
  for (now = 1; now <= 150; now += 1) {
    events.add("rowRefused", now, "no date");
    events.add("rowRefused", now, "no date");
  }
  const kept = events.all();
  expect(kept.length).toBe(100);
  expect(kept[0]).toEqual({ time: 150, kind: "rowRefused", values: { a: 150, b: "no date" } });
  expect(kept.at(-1)?.values.a).toBe(51);
});

it("has the words for events in five languages, with the same values", () => {
  const valuesOf = (text: string) => [...text.matchAll(/\{(\w)\}/g)].map(([, name]) => name).sort();
  const textsOf = (words: Words) => Object.entries(words).map(([name, text]) => [name, valuesOf(text)]);
  for (const words of [de, es, fr, pt]) expect(textsOf(words)).toEqual(textsOf(en));
});
