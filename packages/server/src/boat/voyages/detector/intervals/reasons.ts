/** The detector's explanations for sailors, one function per sentence; numbers have units. */

import { metresToNm } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { Point } from "../fixes/point.ts";
import type { Stay } from "../state.ts";
import type { Reason } from "./interval.ts";

/** A duration in words: "47 min", "3 h 20 min", "6 days". */
function lasting(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (minutes < 600) {
    const rest = minutes % 60;
    return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
  }
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

function miles(metres: number): string {
  return `${metresToNm(metres).toFixed(1)} NM`;
}

function speed(knots: number): string {
  return `${knots.toFixed(1)} kn`;
}

/** How to describe the end of a stay to a sailor. */
function leaving(stay: Stay): string {
  if (stay.anchored > stay.moored) return "left the anchorage";
  return stay.moored > 0 ? "left the berth" : "got under way";
}

export const recordBegins: Reason = { rule: "first-fix", text: "the record begins here" };

export const recordEnds: Reason = { rule: "last-fix", text: "the record ends here" };

export const cameFromExcludedArea: Reason = {
  rule: "excluded-area",
  text: "came from a place marked as ashore: carried, not sailed",
};

/** @param knots speed of the first step */
export function left(stay: Stay, knots: number): Reason {
  return { rule: "left-disc", text: `${leaving(stay)} at ${speed(knots)}` };
}

export function leftAsReported(stay: Stay, start: Point, knots: number): Reason {
  const text = `reported ${start.status} and ${leaving(stay)} at ${speed(knots)}`;
  return { rule: "reported-status", text };
}

export function setOff(stay: Stay, knots: number): Reason {
  return { rule: "clear-run", text: `swung out first, then ${leaving(stay)} at ${speed(knots)}` };
}

export function leftInSilence(milliseconds: number, metres: number, knots: number): Reason {
  const text = `not recorded: ${miles(metres)} in ${lasting(milliseconds)} without positions, departure estimated at ${speed(knots)}`;
  return { rule: "gap", text };
}

export function arrivedInSilence(metres: number, knots: number): Reason {
  const text = `not recorded: no positions for the last ${miles(metres)}, arrival estimated at ${speed(knots)}`;
  return { rule: "gap", text };
}

/** The boat was at rest in one place, then in another. */
export function wentInSilence(milliseconds: number, metres: number): Reason {
  const text = `not recorded: moved ${miles(metres)} during ${lasting(milliseconds)} without positions`;
  return { rule: "gap", text };
}

/** @param radiusM radius of the circle around the stop */
export function stayedWithin(milliseconds: number, radiusM: number): string {
  return `stayed within ${Math.max(1, Math.round(radiusM))} m for ${lasting(milliseconds)}`;
}

export function lastBeforeSilence(milliseconds: number): Reason {
  return { rule: "silence", text: `the last position before ${lasting(milliseconds)} of silence` };
}

/** The reason for both boundaries of a relocation. */
export function relocated(milliseconds: number, metres: number): Reason {
  const text = `seen ${miles(metres)} away ${lasting(milliseconds)} later: carried, not sailed`;
  return { rule: "relocation", text };
}

/** The same for an unrecorded passage. */
export function unrecorded(milliseconds: number, metres: number): Reason {
  return {
    rule: "unrecorded",
    text: `seen ${miles(metres)} away after ${lasting(milliseconds)} without positions`,
  };
}

/** Logs a move within a stay that was not a trip. */
export function moved(metres: number, dragged: boolean): string {
  return dragged
    ? `moved ${metres} m without making way: the anchor dragged`
    : `moved ${metres} m along, which was not a trip`;
}
