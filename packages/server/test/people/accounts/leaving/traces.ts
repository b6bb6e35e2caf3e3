/** An account with traces in as many tables as possible, and where those are. */

import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import { expect } from "vitest";
import { z } from "zod";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import type { ServiceForTests } from "../../../../../../test/support/service.ts";
import { jpeg } from "../../../boat/photos/pictures.ts";

const START = Date.now() - 9 * 3_600_000;

/** Tables that must be among those with traces; otherwise nothing would be shown. */
export const BUSY_TABLES: readonly string[] = [
  "api.log_entries",
  "api.log_photos",
  "api.logbook",
  "app.metrics",
  "api.moorages",
  "api.stays",
  "app.accounts",
  "app.deliveries",
  "app.edits",
  "app.events",
  "app.imports",
  "app.intervals",
  "app.kept_answers",
  "app.metrics_rejected",
  "app.vessels",
];

/** Ids of the account and of the boat. */
export async function idsOf(service: ServiceForTests, { email }: Sailor): Promise<readonly string[]> {
  const [row] = await service.database.owner.transaction((tx) =>
    tx.query(sql`
      select account_id, vessel_id from app.accounts join app.memberships using (account_id) where email = ${email}`),
  );
  return z
    .object({ account_id: z.string(), vessel_id: z.string() })
    .transform(({ account_id, vessel_id }) => [account_id, vessel_id, email])
    .parse(row);
}

/** Every table of the database that has one of the words in any column of any row, with how many rows. */
export async function tablesWith(
  service: ServiceForTests,
  words: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  return service.database.owner.transaction(async (tx) => {
    const tables = await tx.query(sql`
      select nspname, relname from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'm', 'p') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      order by 1, 2`);
    const found: Record<string, number> = {};
    for (const { nspname, relname } of tables) {
      const [row] = await tx.query(sql`
        select count(*)::int as rows from ${ident(String(nspname), String(relname))} t
        where exists (select from unnest(${words}::text[]) w where strpos(to_jsonb(t)::text, w) > 0)`);
      if (Number(row?.rows) > 0) found[`${nspname}.${relname}`] = Number(row?.rows);
    }
    return found;
  });
}

/** An account with traces in as many tables as possible. */
export async function busySailor(service: ServiceForTests, name: string): Promise<Sailor> {
  const { api } = service;
  const sailor = await newSailor(api, name);
  const { userToken: token, vesselToken } = sailor;
  await api.post(
    "/metadata?on_conflict=vessel_id",
    { name, time: new Date().toISOString() },
    { token: vesselToken },
  );
  expect((await api.post("/metrics", passage(START, DAY_TRIP), { token: vesselToken })).status).toBe(201);
  await api.post("/metrics", [{ time: "not a time" }], { token: vesselToken });
  await service.drainJobs();
  const [log] = (await api.get("/logs_view?limit=1", { token })).json;
  expect(
    (await api.patch(`/logbook?id=eq.${log.id}`, { name: "Our best day" }, { token })).status,
  ).toBeLessThan(300);
  await api.delete(`/stays?id=eq.${(await api.get("/stays?limit=1", { token })).json[0].id}`, { token });
  await api.post("/alert_rules", { name: "Depth", kind: "below", key: "depth", threshold: 3 }, { token });
  await api.post("/eventlogs_view", { channel: "note", payload: "remember this" }, { token });
  await api.post(
    "/log_entries",
    { text: "Whales", time: new Date(START).toISOString() },
    { token, headers: { "Idempotency-Key": "entry" } },
  );
  const picture = await fetch(`${service.apiUrl}/rpc/add_log_photo_fn`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" },
    body: new Uint8Array(jpeg(null)),
  });
  expect(picture.status).toBe(200);
  const _id = (await api.post("/rpc/begin_import_fn", { name: "old.csv" }, { token })).json;
  const content = "time,lat,lon\n2020-06-01T00:00:00Z,60.1,24.9\n";
  await api.post("/rpc/import_part_fn", { _id, content }, { token });
  await api.post("/rpc/read_import_fn", { _id }, { token });
  expect((await api.post("/rpc/import_batch_fn", { _id }, { token })).json).toMatchObject({ stored: 1 });
  await service.drainJobs();
  await api.get("/logs_mat_view", { token });
  return sailor;
}
