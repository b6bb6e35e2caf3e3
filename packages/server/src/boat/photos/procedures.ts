/** The procedure that stores uploaded pictures. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonValue, ProcedureHandler } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { DAY } from "@wakelog/kit/time/units.ts";
import { z } from "zod";
import type { Picture } from "./picture.ts";
import { pictureOf } from "./picture-file.ts";

/** Size limit of an upload, megabytes. */
const MOST_MB = 15;

const stored = z.object({ photo: z.record(z.string(), z.json()) });

/** `add_log_photo_fn`, by its name. */
export function photoProcedures(): ReadonlyMap<string, ProcedureHandler> {
  return new Map<string, ProcedureHandler>([["add_log_photo_fn", addPhoto]]);
}

const addPhoto: ProcedureHandler = async ({ "": sent }, { tx }) => {
  const { type, width, height, bytes, exif, thumbnail } = checked(sent);
  const { position } = exif;
  const time = isPlausible(exif.time) ? exif.time : null;
  const [row] = await tx.query(sql`
    select to_json(app.store_photo(decode(${bytes.toString("base64")}::text, 'base64'),
      decode(${thumbnail?.toString("base64") ?? null}::text, 'base64'), ${type}::text,
      ${width}::int, ${height}::int, ${time === null ? null : instant(time)}::timestamptz,
      ${position?.latitude ?? null}::float8, ${position?.longitude ?? null}::float8)) as photo`);
  return stored.parse(row).photo;
};

/** Rejects the time of a camera whose clock was not set. */
function isPlausible(time: number | null): boolean {
  return time !== null && time >= Date.UTC(1900, 0, 1) && time <= Date.now() + DAY;
}

/** @throws ApiError 413 if it is too large, 415 if it is not a picture */
function checked(sent: JsonValue | undefined): Picture {
  const file = Buffer.from(typeof sent === "string" ? sent : "", "base64");
  if (file.length > MOST_MB * 1_048_576)
    return raise("PT413", `A photo has at most ${MOST_MB} MB`, { hint: "Send a smaller copy of it." });
  const picture = pictureOf(file);
  return (
    picture ??
    raise("PT415", "This is not a whole JPEG, PNG or WebP picture", {
      hint: "Choose a picture in one of these formats.",
    })
  );
}
