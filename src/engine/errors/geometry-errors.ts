/** What PostGIS reports as an internal error although the caller caused it. */
import type { DatabaseError } from "../../db/database.ts";
import { ApiError } from "../../errors.ts";

/** What its readers of well-known text, its binary and hexadecimal forms, and GeoJSON say of a text that is not valid in any of them. */
const UNREAD = [
  /^parse error - invalid geometry/,
  /^(invalid|unknown) geojson/i,
  /in geojson string$/i,
  / \(at offset \d+\)$/,
  /^WKB /,
  /^Unknown WKB type/,
  /^Invalid hex /,
  /^Invalid endian flag/,
  /^geometry (requires more points|contains non-closed rings|must have an odd number of points)/,
  /^can not mix dimensionality/,
  /^Dimensions mismatch/,
];

/** Whether a text was not a geometry: PostGIS gives that no code of its own. */
export function isUnreadGeometry({ sqlstate, message }: DatabaseError): boolean {
  return sqlstate === "XX000" && UNREAD.some((said) => said.test(message));
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
