import { expect, it } from "vitest";
import type { MoorageName } from "../../../src/api/places/moorages.ts";
import type { Mark } from "../../../src/map/mark.ts";
import { namesLeft } from "../../../src/map/places/names-left.ts";

const moorage = (name: string): MoorageName => ({ name, visits: 1, latitude: 59.8, longitude: 22.9 });
const mark = (kind: Mark["kind"], label: string, name?: string): Mark => ({
  id: label,
  kind,
  latitude: 59.8,
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
