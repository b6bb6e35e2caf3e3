import { expect, it } from "vitest";
import type { MoorageName } from "../../../src/api/places/moorages.ts";
import type { Mark } from "../../../src/map/mark.ts";
import { namesLeft } from "../../../src/map/places/names-left.ts";

const moorage = (name: string): MoorageName => ({ name, visits: 1, latitude: 59.8, longitude: 22.9 });
const mark = (kind: Mark["kind"], label: string, name?: string, latitude = 60): Mark => ({
  id: label,
  kind,
  latitude,
  longitude: 22.9,
  label,
  ...(name === undefined ? {} : { name }),
});

it("a name that stands beside a mark is not written once more", () => {
  const moorages = ["Hanko", "Jussarö", "Ekenäs"].map(moorage);
  const names = (marks: readonly Mark[]) => namesLeft(moorages, marks).map(({ name }) => name);
  expect(names([])).toEqual(["Hanko", "Jussarö", "Ekenäs"]);
  expect(names([mark("place", "Hanko")])).toEqual(["Jussarö", "Ekenäs"]);
  expect(names([mark("home", "Home, two visits", "Ekenäs")])).toEqual(["Hanko", "Jussarö"]);
  // No name is written beside a boat.
  expect(names([mark("boat", "Hanko")])).toEqual(["Hanko", "Jussarö", "Ekenäs"]);
});

it.each(["boat", "start", "end", "cursor"] as const)("a name does not lie under a mark: %s", (kind) => {
  const names = (latitude: number) => namesLeft([moorage("Hanko")], [mark(kind, "here", "09:15", latitude)]);
  expect(names(59.8)).toEqual([]);
  // 100 and 1 000 m away.
  expect(names(59.8009)).toEqual([]);
  expect(names(59.809)).toHaveLength(1);
  expect(namesLeft([{ ...moorage("Hanko"), latitude: null }], [mark(kind, "here")])).toHaveLength(1);
});
