/** Points of a track with speed, and with wind in its first five minutes. */
import type { TrackPoint } from "../../../../src/api/logs/track.ts";

const START = Date.UTC(2026, 5, 1, 7);
/** The point of a minute. */
export const point = (minute: number): TrackPoint => ({
  time: new Date(START + minute * 60_000),
  latitude: 60,
  longitude: 20 + minute / 1000,
  milesNm: minute / 10,
  sogKnots: 5 + minute / 10,
  ...{ cogDegrees: 90, awsKnots: null, awaDegrees: null, twdDegrees: 200, depthMetres: null },
  twsKnots: minute < 5 ? 12 : null,
  ...{ volts: null, charge: null, fuel: null, freshWater: null, wasteWater: null, pressurePascal: null },
});
