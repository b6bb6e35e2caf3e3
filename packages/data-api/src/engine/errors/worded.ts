/** Rewords database errors: what was wrong, and what to send. Used if the settings ask for it. */
import { type Database, DatabaseError } from "../../db/database.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { statementTooSlow, storageError } from "./connection-errors.ts";
import { isInvalidGeometry, notAGeometry } from "./geometry-errors.ts";
import { inWords, isRefusedRow, type RuleSentences, ruleSentences } from "./in-words.ts";
import { tooDeepForDatabase } from "./limit-errors.ts";
import { invalidDuration, listedValues, unlistedValue } from "./value-errors.ts";

/** Replaces a database error by a worded one; returns others unchanged. */
export type Worded = (fault: unknown, cache: SchemaCache | null) => Promise<unknown>;

/**
 * Words refused rows, unreadable geometries or values, failures of the database's files, and statements that ran too
 * long or nested too deep. Loads what it needs once per schema.
 */
export function wording(database: Database): Worded {
  const sentencesOf = ruleSentences(database);
  const valuesOf = listedValues(database);
  const noSentences: RuleSentences = new Map();
  return async (fault, cache) => {
    if (!(fault instanceof DatabaseError)) return fault;
    if (isInvalidGeometry(fault)) return notAGeometry(fault);
    const ofDisk = storageError(fault);
    if (ofDisk !== null) return ofDisk;
    if (fault.sqlstate === "57014") return statementTooSlow(fault);
    if (fault.sqlstate === "54001") return tooDeepForDatabase(fault);
    if (cache === null) return fault;
    const unread =
      invalidDuration(fault) ?? (await unlistedValue(fault, () => valuesOf(cache)).catch(() => null));
    if (unread !== null) return unread;
    return isRefusedRow(fault) ? inWords(fault, await sentencesOf(cache).catch(() => noSentences)) : fault;
  };
}
