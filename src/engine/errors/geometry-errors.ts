/** What PostGIS reports as an internal error although the caller caused it. */
import type { DatabaseError } from "../../db/database.ts";
import { ApiError } from "../../errors.ts";

/** Whether a text was not a geometry: PostGIS gives that no code of its own. */
export function isUnreadGeometry({ sqlstate, message }: DatabaseError): boolean {
  return sqlstate === "XX000" && message.startsWith("parse error - invalid geometry");
}

/** 400: the value of a filter or column is not a geometry. */
export function notAGeometry(cause: DatabaseError): ApiError {
  return new ApiError({
    status: 400,
    code: "22P02",
    message: "The value is not a geometry",
    hint: "Send it as well-known text, such as POINT(24.9 60.1).",
    cause,
  });
}
