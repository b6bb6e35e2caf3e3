/** Detector intervals as stored, in fold states and as settled rows. */
import { z } from "zod";
import type { Interval } from "../detector/intervals/interval.ts";

const reason = z.object({ rule: z.string(), text: z.string() });
const bounds = {
  from: z.number(),
  to: z.number().nullable(),
  fromReason: reason,
  toReason: reason.nullable(),
  confidence: z.number(),
};

/** Parses an interval with all its fields, so that a damaged one fails on reading, not during the fold. */
export const storedInterval: z.ZodType<Interval> = z.discriminatedUnion("kind", [
  z.object({
    ...bounds,
    kind: z.literal("stay"),
    latitude: z.number(),
    longitude: z.number(),
    radiusM: z.number(),
    stayCode: z.literal([1, 2, 3, 4]),
    moored: z.boolean(),
    events: z.array(
      z.object({
        kind: z.enum(["drag", "shift"]),
        from: z.number(),
        to: z.number(),
        distanceM: z.number(),
        text: z.string(),
      }),
    ),
  }),
  z.object({
    ...bounds,
    kind: z.literal("leg"),
    fromLatitude: z.number(),
    fromLongitude: z.number(),
    toLatitude: z.number().nullable(),
    toLongitude: z.number().nullable(),
    segments: z.array(
      z.object({
        kind: z.enum(["sailing", "motoring", "unknown", "gap", "pause"]),
        from: z.number(),
        to: z.number(),
        distanceNm: z.number(),
      }),
    ),
    continuesVoyage: z.boolean(),
  }),
  z.object({
    ...bounds,
    kind: z.literal("gap"),
    to: z.number(),
    cause: z.enum(["unrecorded", "relocation"]),
    fromLatitude: z.number(),
    fromLongitude: z.number(),
    toLatitude: z.number(),
    toLongitude: z.number(),
    distanceNm: z.number(),
    dismissed: z.boolean(),
  }),
]);
