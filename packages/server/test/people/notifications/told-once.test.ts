import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { sampleVoyage } from "../../../src/boat/voyages/ingest/sample-voyage.ts";

const service = serviceForTests();
const { api } = service;

it("tells of a log once, however often it is finished again", async () => {
  const sailor = await newSailor(api, "Once");
  await prove(service, sailor.email);
  await api.post("/metrics", sampleVoyage(new Date()), { token: sailor.vesselToken });
  await service.drainJobs();
  const told = () =>
    service.database.owner.transaction(async (tx) => {
      const rows = await tx.query(sql`
        select subject from app.deliveries where kind = 'logbook' and recipient = ${sailor.email}`);
      return rows.length;
    });
  expect(await told()).toBe(1);
  await service.database.owner.transaction((tx) =>
    tx.run(sql`
      select app.enqueue('new_logbook', id::text, vessel_id), app.enqueue('log_finished', id::text, vessel_id)
      from api.logbook`),
  );
  await service.drainJobs();
  expect(await told()).toBe(1);
});
