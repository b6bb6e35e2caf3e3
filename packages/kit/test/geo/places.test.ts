import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cityCountry, cityName, decodeCities, readCityFile } from "../../src/geo/city-file.ts";
import { fastDistanceM } from "../../src/geo/distance.ts";
import { coordinatesText, namePosition, nearestPlace } from "../../src/geo/places.ts";

describe("the gazetteer", () => {
  it("names the town that a harbour belongs to, with its country", () => {
    expect(nearestPlace(59.8216, 22.9686)).toMatchObject({ name: "Hanko", country: "fi" });
    expect(namePosition(59.8216, 22.9686)).toEqual({ name: "Hanko", country: "fi" });
  });

  it("says how a position lies from the nearest town when it is off it", () => {
    expect(namePosition(59.7, 22.8)).toEqual({ name: "9 NM SSW of Hanko", country: "fi" });
  });

  it("gives coordinates where no place is within 50 NM", () => {
    expect(namePosition(45, -30)).toEqual({ name: "45°00.0′N 030°00.0′W", country: null });
  });

  it("finds the nearest place across the 180° meridian", () => {
    const west = nearestPlace(-16.78, -179.99);
    const east = nearestPlace(-16.78, 179.99);
    expect(west?.country).toBe("fj");
    expect(west?.name).toBe(east?.name);
    expect(west?.distanceNm).toBeLessThan(50);
  });

  it("agrees with a search through every place, anywhere on earth", () => {
    const file = readCityFile();
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (latitude, longitude) => {
          let nearest = Number.POSITIVE_INFINITY;
          for (let i = 0; i < file.count; i++) {
            const place = { latitude: file.latitudes[i] ?? 0, longitude: file.longitudes[i] ?? 0 };
            nearest = Math.min(nearest, fastDistanceM({ latitude, longitude }, place));
          }
          const found = nearestPlace(latitude, longitude);
          const distance = found === null ? Number.NaN : fastDistanceM({ latitude, longitude }, found);
          expect(distance).toBeLessThanOrEqual(nearest + 2);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("knows no place for what is no position", () => {
    expect(nearestPlace(Number.NaN, 0)).toBeNull();
  });

  it("refuses a damaged file", () => {
    expect(() => decodeCities(Buffer.from([0xff, 0xff, 0xff]))).toThrow("damaged");
    expect(() => decodeCities(Buffer.from([200, 1, 8, 2]))).toThrow("damaged");
  });

  it("holds the whole world", () => {
    const file = readCityFile();
    expect(file.count).toBeGreaterThan(130_000);
    expect([cityName(file, 0), cityCountry(file, 0)]).toEqual(["El Tarter", "ad"]);
  });
});

describe("coordinates as text", () => {
  it.each([
    [59.57, 23.025, "59°34.2′N 023°01.5′E"],
    [-0.5, -179.999, "00°30.0′S 179°59.9′W"],
    [9.9999, 0, "10°00.0′N 000°00.0′E"],
  ])("%d %d is %s", (latitude, longitude, text) => {
    expect(coordinatesText(latitude, longitude)).toBe(text);
  });
});
