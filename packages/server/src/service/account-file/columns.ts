/** The values of columns in a file, in PostgreSQL's JSON form. */

import { parseInstant } from "@wakelog/kit/time/iso-time.ts";
import { z } from "zod";

/** Most bytes of a text that users and boats may write. */
const LONGEST_TEXT = 65_536;

/** An id from another installation, to be replaced. */
export const id = z.int().min(1).max(2_147_483_647);
export const count = z.int().min(-2_147_483_648).max(2_147_483_647);
export const real = z.number();
/** From a point to a line: infinite beyond the line's ends. */
export const distance = z.union([real, z.literal("Infinity")]);
export const flag = z.boolean();
export const text = z
  .string()
  .refine((value) => Buffer.byteLength(value) <= LONGEST_TEXT, `takes more than ${LONGEST_TEXT / 1024} kB`);
/** With a time zone, in the years 1 to 9999. */
export const time = z.string().refine((value) => parseInstant(value) !== null, "is not a time");
export const day = z.iso.date();
/** An interval, such as `1 day 02:03:04.5`. */
export const span = z.string().regex(/^[-+0-9a-z:. ]{1,64}$/i, "is not a duration");
export const object = z.record(z.string(), z.unknown());
/** Anything but null, which a column would take for a missing value. */
export const json = z.unknown().refine((value) => value != null, "is missing");
export const line = z.object({
  type: z.literal("LineString"),
  coordinates: z.array(z.array(z.number()).min(2)),
});
/** PostgreSQL's hex format of `bytea`: `\x` and hexadecimal digits. */
export const bytes = z
  .string()
  .refine((value) => value.startsWith("\\x") && value.length % 2 === 0, "is not bytes")
  .refine((value) => !/[^0-9a-f]/.test(value.slice(2)), "is not bytes");

export const list = <T extends z.ZodType>(of: T) => z.array(of);
/** A nullable column, or one that files of earlier releases lack. */
export const optional = <T extends z.ZodType>(of: T) => of.nullish();
export const columns = <T extends z.ZodRawShape>(shape: T) => z.object(shape);
