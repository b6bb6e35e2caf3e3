/** PostGIS's internal errors that the caller caused. */

import { ApiError } from "@wakelog/kit/errors.ts";
import type { DatabaseError } from "../../db/database.ts";

/** PostGIS functions whose only error is a text that is not a geometry. */
const READERS: ReadonlySet<string | null> = new Set(["LWGEOM_in", "pg_parser_errhint"]);
/** The function through which the whole library reports errors. */
const LIBRARY = "pg_error";
/**
 * The library's messages for texts in binary or hexadecimal form, for GeoJSON and for mixed dimensions. PostGIS is not
 * translated.
 */
const INVALID = [
  /^(invalid|unknown) geojson/i,
  /in geojson string$/i,
  / \(at offset \d+\)$/,
  /^WKB /,
  /^Dimensions mismatch in /,
  /^Unknown WKB type/,
  /^Invalid hex /,
  /^Invalid endian flag/,
];

/** Whether a text was not a geometry: PostGIS has no code for that. */
export function isInvalidGeometry({ sqlstate, message, routine }: DatabaseError): boolean {
  if (sqlstate !== "XX000") return false;
  return READERS.has(routine) || (routine === LIBRARY && INVALID.some((said) => said.test(message)));
}

/** 400: the value of a filter or column is not a geometry. */
export function notAGeometry(cause: DatabaseError): ApiError {
  return new ApiError({
    status: 400,
    code: "22P02",
    message: "The value is not a geometry",
    hint: "Send it as well-known text, such as POINT(24.9 60.1), or as GeoJSON.",
    cause,
  });
}
