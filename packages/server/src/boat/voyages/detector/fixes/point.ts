/** A fix as the detector computes with it: metres from the earth's centre instead of degrees. */
import { arcM, type EarthCentred, toEarthCentred } from "@wakelog/kit/geo/earth-centred.ts";
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import type { Fix, ReportedStatus } from "./fix.ts";

/** How the boat reached this fix: under motor, under sail, or unknown. */
export type Propulsion = "motoring" | "sailing" | "unknown";

export interface Point extends EarthCentred {
  /** Milliseconds since 1970. */
  readonly t: number;
  /** Reported speed, knots. */
  readonly sog: number | null;
  readonly status: ReportedStatus | null;
  readonly drive: Propulsion;
  readonly trip: string | null;
}

/** Centimetres are below any receiver's noise and keep the saved state short. */
function round(metres: number): number {
  return Math.round(metres * 100) / 100;
}

/**
 * Decided by engine state or revolutions, else by growing run time, else by the reported status. A stopped engine
 * alone does not mean sailing: the boat may drift or be towed.
 * @param runTimeGrew whether the engines ran for at least a third of the time since the previous fix
 */
function propulsion(fix: Fix, runTimeGrew: boolean): Propulsion {
  const running = fix.engine?.running ?? null;
  if (running === true || (running === null && runTimeGrew)) return "motoring";
  if (fix.status === "sailing") return "sailing";
  return fix.status === "motoring" && running === null ? "motoring" : "unknown";
}

export function toPoint(fix: Fix, runTimeGrew: boolean): Point {
  const at = toEarthCentred(fix.latitude, fix.longitude);
  return {
    t: fix.time,
    x: round(at.x),
    y: round(at.y),
    z: round(at.z),
    sog: fix.sogKnots,
    status: fix.status,
    drive: propulsion(fix, runTimeGrew),
    trip: fix.tripId,
  };
}

/** Speed made good from one point to a later one, knots; infinite if they are at the same time. */
export function speedKnots(a: Point, b: Point): number {
  const seconds = (b.t - a.t) / 1000;
  return seconds <= 0 ? Number.POSITIVE_INFINITY : arcM(a, b) / seconds / KNOT_MPS;
}

export function isStill(status: ReportedStatus | null): boolean {
  return status === "moored" || status === "anchored";
}

export function isMoving(status: ReportedStatus | null): boolean {
  return status === "sailing" || status === "motoring";
}
