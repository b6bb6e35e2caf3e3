import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  destination,
  distanceM,
  fastDistanceM,
  initialBearingDegrees,
  interpolate,
} from "../../src/geo/distance.ts";
import { fromEarthCentred, toEarthCentred } from "../../src/geo/earth-centred.ts";
import { normaliseBearing, normaliseLongitude } from "../../src/geo/units.ts";

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe("distance on WGS84", () => {
  it("agrees with Vincenty's published line from Flinders Peak to Buninyong", () => {
    // Geoscience Australia, GDA technical manual: 54 972.271 m, 306°52'05.37", reverse 127°10'25.07" (GRS80).
    const flinders = { latitude: -37.95103341666667, longitude: 144.42486788888888 };
    const buninyong = { latitude: -37.65282113888889, longitude: 143.92649552777777 };
    expect(distanceM(flinders, buninyong)).toBeCloseTo(54972.271, 2);
    expect(initialBearingDegrees(flinders, buninyong)).toBeCloseTo(306.868158, 5);
    expect(initialBearingDegrees(buninyong, flinders)).toBeCloseTo(127.173631, 5);
  });

  it("agrees with Karney's published line from New York to London", () => {
    // GeographicLib manual, GeodSolve: JFK to LHR.
    const jfk = { latitude: 40.6, longitude: -73.8 };
    const lhr = { latitude: 51.6, longitude: -0.5 };
    expect(distanceM(jfk, lhr)).toBeCloseTo(5551759.4003, 3);
    expect(initialBearingDegrees(jfk, lhr)).toBeCloseTo(51.198882845579824, 9);
    expect(initialBearingDegrees(lhr, jfk)).toBeCloseTo(107.821776735514 + 180, 9);
  });

  it("knows the quarter meridian and a degree of the equator", () => {
    expect(distanceM({ latitude: 0, longitude: 0 }, { latitude: 90, longitude: 0 })).toBeCloseTo(
      10001965.729,
      2,
    );
    expect(distanceM({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 })).toBeCloseTo(
      111319.491,
      2,
    );
  });

  it("does not care for the 180° meridian, nor for longitudes at a pole", () => {
    const east = { latitude: -17.5, longitude: 179.999 };
    const west = { latitude: -17.5, longitude: -179.999 };
    expect(distanceM(east, west)).toBeCloseTo(212.4, 0);
    expect(fastDistanceM(east, west)).toBeCloseTo(distanceM(east, west), 2);
    expect(distanceM({ latitude: 90, longitude: 12 }, { latitude: 90, longitude: -140 })).toBeCloseTo(0, 6);
    expect(Math.abs(interpolate(east, west, 0.5).longitude)).toBeCloseTo(180, 9);
  });

  it("is within 0.1 mm when fast and near, within 0.6 % to 10 000 km, within 5 % anywhere", () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.double({ min: 1, max: 9_000, noNaN: true }),
        (a, bearing, m) => {
          const b = destination(a, bearing, m);
          expect(Math.abs(fastDistanceM(a, b) - m)).toBeLessThan(0.0001);
        },
      ),
    );
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        const exact = distanceM(a, b);
        expect(Math.abs(fastDistanceM(a, b) - exact)).toBeLessThanOrEqual(
          (exact < 1e7 ? 0.006 : 0.05) * exact + 0.0001,
        );
      }),
    );
  });

  it("goes back and forth between degrees and metres from the centre", () => {
    fc.assert(
      fc.property(anywhere, (at) => {
        const back = fromEarthCentred(toEarthCentred(at.latitude, at.longitude));
        expect(distanceM(at, back)).toBeLessThan(1e-5);
      }),
    );
  });

  it("keeps directions in [0, 360) and meridians in [-180, 180)", () => {
    expect(normaliseBearing(-90)).toBe(270);
    expect(normaliseBearing(720)).toBe(0);
    expect(normaliseLongitude(190)).toBe(-170);
    expect(normaliseLongitude(180)).toBe(-180);
  });
});
