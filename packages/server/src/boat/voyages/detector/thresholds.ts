/** The thresholds that a vessel can override, each with its default, range and reason. Fixed limits are beside their use. */
import { z } from "zod";

function threshold(initial: number, low: number, high: number, reason: string) {
  return z.number().min(low).max(high).default(initial).describe(reason);
}

const area = z.object({
  name: z.string().max(200).optional(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  radiusM: z.number().positive().max(100_000),
});

const settings = z.strictObject({
  minDiscRadiusM: threshold(
    30,
    5,
    200,
    "Smallest disc of a stay, metres: a good receiver wanders 10 to 25 m.",
  ),
  maxDiscRadiusM: threshold(
    150,
    30,
    500,
    "Largest disc that swinging may learn, metres: 100 m of chain and a boat.",
  ),
  leaveMarginM: threshold(
    30,
    0,
    500,
    "How far beyond its disc a boat must be to be outside, metres: leaving needs more than entering, so that noise at the edge does nothing.",
  ),
  stopRadiusM: threshold(
    100,
    20,
    300,
    "All fixes of a stop lie in a circle of this radius, metres: an anchored boat that swings 70 m fits, and a boat that drifts at 0.25 kn is through it in 26 minutes.",
  ),
  pauseMinutes: threshold(
    45,
    5,
    720,
    "A shorter stop at an unknown place is a pause of the voyage, minutes: bridges, locks and fuel take less, lunch takes more.",
  ),
  voyageHours: threshold(
    3,
    0.25,
    24,
    "A shorter stop by day is part of the voyage, hours: sea locks take 85 minutes.",
  ),
  moorageStopMinutes: threshold(
    10,
    2,
    720,
    "A stop at a place where the boat stayed before ends the log after this time, minutes.",
  ),
  pauseMinMinutes: threshold(8, 2, 60, "A shorter stop inside a log is not noted as a pause, minutes."),
  pauseRadiusM: threshold(60, 10, 200, "A pause lies in a circle of this radius, metres."),
  minTripM: threshold(
    300,
    50,
    5000,
    "A boat that was never farther from its disc made no trip, metres: berth shifts and swinging stay below.",
  ),
  minTripSeconds: threshold(100, 0, 3600, "Anything shorter is not a trip, seconds."),
  dragMaxM: threshold(
    750,
    0,
    5000,
    "A slow move that ends within this distance is a dragging anchor, not a trip, metres.",
  ),
  reportedDragMaxM: threshold(
    3700,
    0,
    20_000,
    "The same while the boat reports that it is anchored or moored, metres.",
  ),
  reportedDragKnots: threshold(
    2.5,
    0.2,
    5,
    "A boat that reports that it is anchored or moored, and is faster than this, is sailed all the same, knots.",
  ),
  dragKnots: threshold(
    1.5,
    0.2,
    5,
    "A boat that drags does not keep this speed for three minutes; one that is sailed does, knots.",
  ),
  movingKnots: threshold(
    1,
    0.2,
    5,
    "Speed that counts as real movement when a boundary is dated, knots: noise at rest stays below.",
  ),
  driftKnots: threshold(
    0.15,
    0,
    2,
    "A boat that moves on at more than this between two reports was not at rest, knots.",
  ),
  busyKnots: threshold(
    1.5,
    0.5,
    5,
    "A boat that mostly reports this speed is under way, however small the place, knots: a starting line. At anchor 99 % of reports are below 1.4.",
  ),
  statusSnapSeconds: threshold(
    90,
    0,
    600,
    "A reported change of status this near to the boundary that positions give dates it, seconds: one row at a row a minute.",
  ),
  gapMinutes: threshold(
    15,
    6,
    1440,
    "A longer silence is a gap, minutes: boats at rest send a row every 5 minutes, and may lose two.",
  ),
  restGapHours: threshold(
    0.75,
    0.1,
    720,
    "Silence under way that is longer, and slower than restGapKnots, hides a stay, hours: a shorter stop is a pause.",
  ),
  restGapKnots: threshold(0.5, 0, 5, "No passage is made at less than this between its two ends, knots."),
  nearMiles: threshold(
    3,
    0,
    50,
    "A boat that was under way at one end of a silence and at rest at the other, no farther away than this, sailed there, however long it took, nautical miles: instruments go off before the berth.",
  ),
  maxGapDays: threshold(
    1,
    0.25,
    365,
    "No log covers a longer silence, days: where the boat went in the meantime is unknown.",
  ),
  relocationKnots: threshold(
    12,
    5,
    200,
    "A boat that was at rest on both sides of a silence, and would have had to go faster than this and than twice its own best speed, was carried, knots.",
  ),
  strayMinutes: threshold(
    60,
    15,
    1440,
    "A boat that seems to jump far away and is back within this time never went: its receiver was jammed, minutes.",
  ),
  clockJumpDays: threshold(
    90,
    7,
    36_500,
    "A short piece of track that starts the record, breaks off under way and is followed by longer silence has a wrong clock, days.",
  ),
  typicalKnots: threshold(
    5,
    0.5,
    40,
    "Speed at which a part that was not recorded was made, while the boat's own is not known, knots.",
  ),
  maxKnots: threshold(
    40,
    10,
    200,
    "The vessel goes no faster: a fix that would need it is wrong, or the vessel was carried, knots.",
  ),
  suspectKnots: threshold(
    12,
    3,
    100,
    "A step that is faster than this, than 2.5 times the lower speed reported at its ends, and than twice the boat's best waits for the next fixes to confirm it, knots.",
  ),
  thinSeconds: threshold(
    20,
    0,
    60,
    "Denser fixes are skipped, seconds: a boat does not begin a voyage in less.",
  ),
  excludedAreas: z
    .array(area)
    .max(50)
    .default([])
    .describe(
      "Circles in which the vessel is not afloat (a house, a yard): fixes there are not used, and coming back from there is not a trip.",
    ),
});

/** Valid thresholds of one vessel. */
export type DetectorSettings = z.infer<typeof settings>;

/** The thresholds of a vessel without settings of its own. */
export const DEFAULT_SETTINGS: DetectorSettings = settings.parse({});

/**
 * Validates thresholds, and completes them with the defaults.
 * @throws ZodError with each unknown name and each value out of range
 */
export function parseSettings(input: unknown): DetectorSettings {
  return settings.parse(input);
}

/** A threshold, for the settings page and the manual. */
export interface Threshold {
  readonly name: string;
  readonly initial: unknown;
  /** Null if it is not a number. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly reason: string;
}

/** Every threshold. */
export function describeSettings(): readonly Threshold[] {
  return Object.entries(settings.shape).map(([name, schema]) => {
    const kind = schema.unwrap();
    const isNumber = kind instanceof z.ZodNumber;
    return {
      name,
      initial: DEFAULT_SETTINGS[name as keyof DetectorSettings],
      minimum: isNumber ? kind.minValue : null,
      maximum: isNumber ? kind.maxValue : null,
      reason: schema.description ?? "",
    };
  });
}
