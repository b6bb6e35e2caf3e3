/** A boat's description of itself, as its row of `metadata`. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject, JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import type { About } from "./form.ts";

/**
 * The description in the words of `metadata`.
 * @param version of the plugin on board
 * @param paths by number; units name them by it
 */
export function aboutOf(
  { units, server, ...others }: About,
  version: string | null,
  paths: ReadonlyMap<string, string>,
): JsonObject {
  return {
    ...others,
    plugin_version: version,
    navdata_version: server ?? null,
    ...(units === undefined
      ? {}
      : {
          available_keys: Object.entries(units).flatMap(([number, unit]) => {
            const key = paths.get(number) ?? number;
            return /^\d+$/.test(key) ? [] : [{ key, unit }];
          }),
        }),
  };
}

/** Stores it. What it leaves out stays. @param row columns of `metadata` */
export async function describe(tx: Tx, row: JsonValue): Promise<void> {
  await tx.run(sql`
    select app.link_about(jsonb_build_object('client_id', app.link_identity()) || ${JSON.stringify(row)}::jsonb)`);
}
