/** A service with one boat that sailed out one day and back the next, as its plugin reported it. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { type Client, client, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { prove } from "../../../../test/support/proven.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";
import { sampleVoyage } from "../../src/boat/voyages/ingest/sample-voyage.ts";

export interface SailedBoat {
  readonly service: TestService;
  readonly api: Client;
  readonly sailor: Sailor;
  /** The code in the newest mail of a kind to an address, as its owner would read it. */
  code(to: string, kind: string): Promise<string>;
  stop(): Promise<void>;
}

const DAY = 86_400_000;

/** Out on one voyage that ended yesterday, home the same way until half an hour ago. */
function outAndBack() {
  const home = Date.now() - 1_800_000;
  const out = sampleVoyage(new Date(home - DAY));
  const back = out.toReversed().map((row, minute) => ({
    ...row,
    time: new Date(home - (out.length - 1 - minute) * 60_000).toISOString(),
    courseovergroundtrue: Math.round(((row.courseovergroundtrue + 180) % 360) * 10) / 10,
  }));
  return [...out, ...back];
}

/** Starts the service, registers the boat, sends its rows and waits for the logbook. */
export async function sailedBoat(settings: Readonly<Record<string, string>> = {}): Promise<SailedBoat> {
  const service = await startService(settings);
  const api = client(service.apiUrl);
  const sailor = await newSailor(api);
  await prove(service, sailor.email);
  const token = sailor.vesselToken;
  await api.post(
    "/metadata?on_conflict=vessel_id",
    {
      name: "Kapla",
      length: 11.5,
      beam: 3.6,
      height: 17,
      ship_type: 36,
      mmsi: "230099999",
      plugin_version: "0.6.0",
      signalk_version: "2.32.0",
      time: new Date().toISOString(),
      platform: "linux arm64",
      available_keys: [{ key: "environment.depth.belowTransducer", unit: "m" }],
    },
    { token, headers: { Prefer: "missing=default,return=headers-only,resolution=merge-duplicates" } },
  );
  const rows = outAndBack();
  for (let at = 0; at < rows.length; at += 31) {
    const sent = rows.slice(at, at + 31);
    const answer = await api.post("/metrics?select=time", sent, {
      token,
      headers: { Prefer: "return=representation" },
    });
    if (answer.json?.length !== sent.length) throw new Error(`rows were refused: ${answer.text}`);
  }
  await service.drainJobs();
  return {
    service,
    api,
    sailor,
    async code(to, kind) {
      await service.drainJobs();
      const [found] = await service.database.owner.transaction((tx) =>
        tx.query(
          sql`select body from app.deliveries where recipient = ${to} and kind = ${kind} order by id desc limit 1`,
        ),
      );
      return /\b(\d{8})\b/.exec(String(found?.body))?.[1] ?? "";
    },
    stop: () => service.stop(),
  };
}
