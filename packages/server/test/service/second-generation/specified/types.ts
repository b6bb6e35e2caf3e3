/** Types of the second generation's table. */
import { z } from "zod";

export const integer = z.int();
export const number = z.number();
export const text = z.string();
export const flag = z.boolean();
/** An instant, UTC. */
export const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
/** An ISO 8601 duration. */
export const duration = z.string().regex(/^P(?=[\dT])/);
export const object = z.record(z.string(), z.unknown());
/** Any JSON but null. */
export const json = z.unknown().refine((value) => value != null, "is null");
export const images = z.array(z.looseObject({ url: text }));
/** A text with instants. */
export const temporal = z.string().regex(/^\[.+@\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00\]$/s);
export const or = <T extends z.ZodType>(type: T) => type.nullable();

const point = z.looseObject({ type: z.literal("Point"), coordinates: z.tuple([number, number]) });
/** One line, or several where it is cut at 180 degrees. */
const line = z.looseObject({
  type: z.enum(["LineString", "MultiLineString"]),
  coordinates: z.array(z.array(json)).min(2),
});
const feature = (geometry: z.ZodType, properties: z.ZodType) =>
  z.looseObject({ type: z.literal("Feature"), geometry, properties });
export const pointOf = (properties: z.ZodType) => feature(point, properties);
export const lineOf = (properties: z.ZodType) => feature(line, properties);
/** A collection: its first features, and what each further one is. */
export const collection = (first: readonly z.ZodType[], rest: z.ZodType) =>
  z.looseObject({
    type: z.literal("FeatureCollection"),
    features: z.array(json).superRefine((features, context) => {
      if (features.length < Math.max(first.length, 1)) context.addIssue("has too few features");
      for (const [n, one] of features.entries()) {
        const found = (first[n] ?? rest).safeParse(one);
        for (const { path, message } of found.error?.issues ?? [])
          context.addIssue({ code: "custom", message, path: [n, ...path] });
      }
    }),
  });
/** A type at the root, and another one at `/v2`. */
export const unlike = (root: z.ZodType, second: z.ZodType) => ({ root, second });
export type Type = z.ZodType | ReturnType<typeof unlike>;
/** The type at an address. */
export function typeAt(type: Type, base: "" | "/v2"): z.ZodType {
  if (type instanceof z.ZodType) return type;
  return base === "" ? type.root : type.second;
}
