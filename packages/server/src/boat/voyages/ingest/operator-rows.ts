/** Rows that an operator sends for vessels, each treated as if its vessel had sent it. */
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
 * Groups an operator's rows by vessel; other callers' rows pass unchanged. The result is in the order of vessels.
 */
export function perVessel(handler: ReplacingInsert): ReplacingInsert {
  return {
    ...handler,
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
 * The rows by vessel, in a fixed order, so that concurrent operators wait but never deadlock.
 * @throws ApiError 551 if a row has no vessel
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
