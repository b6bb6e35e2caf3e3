/** A track as CSV for spreadsheets: RFC 4180, decimal point, UTC. Pure. */
import { isMeasured, type Measured, type TrackPoint } from "../../../api/logs/track.ts";

const COLUMNS: readonly (readonly [Measured, string])[] = [
  ["milesNm", "distance_nm"],
  ["sogKnots", "speed_over_ground_kn"],
  ["cogDegrees", "course_over_ground_deg"],
  ["twsKnots", "true_wind_kn"],
  ["twdDegrees", "true_wind_from_deg"],
  ["awsKnots", "apparent_wind_kn"],
  ["awaDegrees", "apparent_wind_angle_deg"],
  ["depthMetres", "depth_m"],
  ["pressurePascal", "pressure_pa"],
  ["volts", "battery_v"],
  ["charge", "charge_ratio"],
  ["fuel", "fuel_ratio"],
  ["freshWater", "fresh_water_ratio"],
  ["wasteWater", "waste_water_ratio"],
];

/** All points with every measurement present in the track. */
export function trackCsv(track: readonly TrackPoint[]): string {
  const columns = COLUMNS.filter(([name]) => isMeasured(track, name));
  const head = ["time_utc", "latitude", "longitude", ...columns.map(([, words]) => words)];
  const lines = track.map((point) => [
    point.time.toISOString(),
    point.latitude,
    point.longitude,
    ...columns.map(([name]) => point[name] ?? ""),
  ]);
  return [head, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}
