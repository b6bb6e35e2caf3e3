/** The vessel of an import: by its token or, on the service's machine, by name. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { tokenIssuer } from "../../people/accounts/tokens.ts";
import { UsageError } from "../command.ts";
import { asOperator } from "../operator.ts";
import { findVessel } from "../vessel.ts";

export interface ImportVessel {
  readonly vesselId: string;
  readonly token: string;
}

const claims = z.object({ vid: z.string() });
const row = z.object({ vessel_id: z.string(), token_version: z.number(), email: z.string() });

/** Reads the vessel's id from its token; the service checks whether the token is valid. */
export function vesselOfToken(token: string): ImportVessel {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return { vesselId: claims.parse(payload).vid, token };
  } catch {
    throw new UsageError("--token must be the vessel's token, which registration returns for its plugin");
  }
}

/** A token for a vessel of this installation. @param name its id, name or MMSI */
export async function vesselOfInstallation(
  name: string,
  settings: ReadonlyMap<string, string>,
): Promise<ImportVessel> {
  return asOperator(settings, async ({ tx, secret, config }) => {
    const { vessel_id: vesselId } = await findVessel(tx, name);
    const [found] = await tx.query(sql`
      select v.vessel_id, v.token_version, a.email
      from app.vessels v join app.memberships m using (vessel_id) join app.accounts a using (account_id)
      where v.vessel_id = ${vesselId} and m.role = 'owner' order by m.created_at limit 1`);
    if (found === undefined) throw new Error(`the vessel ${name} has no owner`);
    const vessel = row.parse(found);
    const token = await tokenIssuer(secret, config.sessionHours).vessel({
      vesselId: vessel.vessel_id,
      email: vessel.email,
      tokenVersion: vessel.token_version,
    });
    return { vesselId: vessel.vessel_id, token };
  });
}
