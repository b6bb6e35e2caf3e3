/** Rows that an operator sends for vessels: each is treated as if the vessel that it names had sent it. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type {
  InsertContext,
  JsonObject,
  JsonValue,
  ReplacingInsert,
} from "@wakelog/data-api/engine/handlers.ts";
import { ApiError } from "@wakelog/kit/errors.ts";

/**
 * Sorts an operator's rows by vessel; those of other callers go to the handler as they are. The result has the rows of one
 * vessel after those of another.
 */
export function perVessel(handler: ReplacingInsert): ReplacingInsert {
  return {
    kind: "replace",
    async insert(rows, context) {
      const { tx, caller } = context;
      if (caller.role !== "admin_role") return handler.insert(rows, context);
      const accepted: JsonObject[] = [];
      for (const [vesselId, own] of await byVessel(tx, rows)) {
        const choosing = sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`;
        const ofVessel: InsertContext = {
          ...context,
          caller: { ...caller, claims: { ...caller.claims, vid: vesselId } },
          afterwards: (key, work) =>
            context.afterwards(key, (later) => {
              later.later(choosing);
              return work(later);
            }),
        };
        tx.later(choosing);
        accepted.push(...(await handler.insert(own, ofVessel)));
      }
      return accepted;
    },
  };
}

/**
 * The rows of each vessel, in order of the vessels: so two operators at once wait for one another, but never deadlock.
 * @throws ApiError 551 if a row does not belong to a vessel
 */
async function byVessel(tx: Tx, rows: readonly JsonValue[]): Promise<[string, readonly JsonValue[]][]> {
  const [current] = await tx.query(sql`select app.current_vessel() as vessel`);
  const ofRequest = typeof current?.vessel === "string" ? current.vessel : null;
  const groups = new Map<string, JsonValue[]>();
  for (const [at, row] of rows.entries()) {
    const vesselId = vesselOf(row) ?? ofRequest;
    if (vesselId === null) throw vesselRequired(`Row ${at + 1} names no vessel.`);
    const group = groups.get(vesselId);
    if (group === undefined) groups.set(vesselId, [row]);
    else group.push(row);
  }
  const ids = [...groups.keys()].sort();
  const found = await tx.query(
    sql`select vessel_id from app.vessels where vessel_id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
  );
  const known = new Set(found.map((one) => one.vessel_id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw vesselRequired(`There is no vessel ${JSON.stringify(unknown)}.`);
  return ids.map((id) => [id, groups.get(id) ?? []]);
}

function vesselOf(row: JsonValue): string | null {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return null;
  const { vessel_id } = row as JsonObject;
  return typeof vessel_id === "string" ? vessel_id : null;
}

function vesselRequired(details: string): ApiError {
  return new ApiError({
    status: 551,
    code: "PT551",
    message: "Vessel Required",
    details,
    hint: "Name the vessel: in vessel_id of each row, or in the header X-Vessel-Id.",
  });
}
