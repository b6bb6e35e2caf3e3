import { msg } from "@lingui/core/macro";

/** Names and effects of the detector's thresholds. */
export const THRESHOLDS = [
  msg({ id: "Min disc radius" }),
  msg({ id: "Max disc radius" }),
  msg({ id: "Leave margin" }),
  msg({ id: "Stop radius" }),
  msg({ id: "Pause minutes" }),
  msg({ id: "Moorage stop minutes" }),
  msg({ id: "Pause min minutes" }),
  msg({ id: "Pause radius" }),
  msg({ id: "Min trip" }),
  msg({ id: "Min trip seconds" }),
  msg({ id: "Drag max" }),
  msg({ id: "Drag knots" }),
  msg({ id: "Moving knots" }),
  msg({ id: "Drift knots" }),
  msg({ id: "Status snap seconds" }),
  msg({ id: "Gap minutes" }),
  msg({ id: "Rest gap hours" }),
  msg({ id: "Rest gap knots" }),
  msg({ id: "Max gap days" }),
  msg({ id: "Relocation knots" }),
  msg({ id: "Stray minutes" }),
  msg({ id: "Clock jump days" }),
  msg({ id: "Typical knots" }),
  msg({ id: "Max knots" }),
  msg({ id: "Suspect knots" }),
  msg({ id: "Thin seconds" }),
  msg({ id: "Voyage hours" }),
  msg({ id: "Reported drag max" }),
  msg({ id: "Reported drag knots" }),
  msg({ id: "Busy knots" }),
  msg({ id: "Near miles" }),
  msg({ id: "Smallest disc of a stay, metres: a good receiver wanders 10 to 25 m." }),
  msg({ id: "Largest disc that swinging may learn, metres: 100 m of chain and a boat." }),
  msg({
    id: "How far beyond its disc a boat must be to be outside, metres: leaving needs more than entering, so that noise at the edge does nothing.",
  }),
  msg({
    id: "All fixes of a stop lie in a circle of this radius, metres: an anchored boat that swings 70 m fits, and a boat that drifts at 0.25 kn is through it in 26 minutes.",
  }),
  msg({
    id: "A shorter stop at an unknown place is a pause of the voyage, minutes: bridges, locks and fuel take less, lunch takes more.",
  }),
  msg({ id: "A stop at a place where the boat stayed before ends the log after this time, minutes." }),
  msg({ id: "A shorter stop inside a log is not noted as a pause, minutes." }),
  msg({ id: "A pause lies in a circle of this radius, metres." }),
  msg({
    id: "A boat that was never farther from its disc made no trip, metres: berth shifts and swinging stay below.",
  }),
  msg({ id: "Anything shorter is not a trip, seconds." }),
  msg({ id: "A slow move that ends within this distance is a dragging anchor, not a trip, metres." }),
  msg({
    id: "A boat that drags does not keep this speed for three minutes; one that is sailed does, knots.",
  }),
  msg({
    id: "Speed that counts as real movement when a boundary is dated, knots: noise at rest stays below.",
  }),
  msg({ id: "A boat that moves on at more than this between two reports was not at rest, knots." }),
  msg({
    id: "A reported change of status this near to the boundary that positions give dates it, seconds: one row at a row a minute.",
  }),
  msg({
    id: "A longer silence is a gap, minutes: boats at rest send a row every 5 minutes, and may lose two.",
  }),
  msg({
    id: "Silence under way that is longer, and slower than restGapKnots, hides a stay, hours: a shorter stop is a pause.",
  }),
  msg({ id: "No passage is made at less than this between its two ends, knots." }),
  msg({ id: "No log covers a longer silence, days: where the boat went in the meantime is unknown." }),
  msg({
    id: "A boat that was at rest on both sides of a silence, and would have had to go faster than this and than twice its own best speed, was carried, knots.",
  }),
  msg({
    id: "A boat that seems to jump far away and is back within this time never went: its receiver was jammed, minutes.",
  }),
  msg({
    id: "A short piece of track that starts the record, breaks off under way and is followed by longer silence has a wrong clock, days.",
  }),
  msg({
    id: "Speed at which a part that was not recorded was made, while the boat's own is not known, knots.",
  }),
  msg({
    id: "The vessel goes no faster: a fix that would need it is wrong, or the vessel was carried, knots.",
  }),
  msg({
    id: "A step that is faster than this, than 2.5 times the lower speed reported at its ends, and than twice the boat's best waits for the next fixes to confirm it, knots.",
  }),
  msg({ id: "A shorter stop by day is part of the voyage, hours: sea locks take 85 minutes." }),
  msg({ id: "The same while the boat reports that it is anchored or moored, metres." }),
  msg({
    id: "A boat that reports that it is anchored or moored, and is faster than this, is sailed all the same, knots.",
  }),
  msg({
    id: "A boat that mostly reports this speed is under way, however small the place, knots: a starting line. At anchor 99 % of reports are below 1.4.",
  }),
  msg({
    id: "A boat that was under way at one end of a silence and at rest at the other, no farther away than this, sailed there, however long it took, nautical miles: instruments go off before the berth.",
  }),
  msg({ id: "Denser fixes are skipped, seconds: a boat does not begin a voyage in less." }),
  msg({
    id: "Circles in which the vessel is not afloat (a house, a yard): fixes there are not used, and coming back from there is not a trip.",
  }),
  msg({ id: "Settings refused: {faults}" }),
  msg({ id: "Choose values within their ranges." }),
  msg({ id: "there is no setting {threshold}" }),
  msg({ id: "{threshold} must be a number from {low} to {high}" }),
  msg({ id: "{threshold} ({value}) may not be greater than {other} ({limit})" }),
];
