/** Databases of earlier versions, upgraded (see `dumps/dump.ts`), then sailed on. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { destination } from "@wakelog/kit/geo/distance.ts";
import { describe, expect, inject, test } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { passage } from "../../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { startService } from "../../../../../test/support/service.ts";
import { DUMPED, readDump, restoredDump } from "./dumps/dump.ts";

const MINUTE_MS = 60_000;
const COMMAND = resolve(import.meta.dirname, "../../../bin/wakelog");
/** A trip of an hour between two stays. */
const TRIP = [
  { stay: "moored", minutes: 60 },
  { sail: 200, knots: 6, minutes: 60 },
  { stay: "moored", minutes: 90 },
] as const;

describe.each(DUMPED)("a database that %s left", (version) => {
  const { major, people } = readDump(version);

  test.skipIf(inject("server").major < major)(
    `shows its logs and sails on (skipped before PostgreSQL ${major}, which it was dumped from)`,
    async () => {
      const database = await restoredDump(version);
      const service = await startService({ DATABASE_URL: database.url });
      try {
        const api = client(service.apiUrl);
        const waiting = () =>
          database.owner.transaction((tx) =>
            tx.query(sql`select channel, payload, ref_id, failure from app.events where processed is null`),
          );
        // The worker has been started with the service, and no event is stored.
        await expect.poll(waiting).toEqual([]);

        for (const { email, password, vesselToken, last, ...wrote } of people) {
          const { token } = (await api.post("/rpc/login", { email, pass: password })).json;
          const asked = async (path: string) => {
            const answer = await api.get(path, { token });
            expect(answer.status, answer.text).toBe(200);
            return answer.json;
          };
          const finished = () =>
            asked(
              "/logbook?select=id,name,distance,started:_from_time,ended:_to_time,notes&_to_time=not.is.null&order=_from_time",
            );
          const near = wrote.logs.map((log) => ({ ...log, distance: expect.closeTo(log.distance, 1) }));
          expect(await finished()).toEqual(near);
          for (const { id, name } of wrote.logs) {
            const [gpx] = [await api.post("/rpc/export_logbook_gpx_fn", { _id: id }, { token })];
            expect(gpx.text).toContain("<trkpt");
            expect(await asked(`/logs_view?id=eq.${id}&select=name`)).toEqual([{ name }]);
          }
          expect(await asked("/eventlogs_view?channel=eq.note&select=payload")).toEqual(
            wrote.notes.map((payload) => ({ payload })),
          );
          expect(await asked("/log_entries?kind=eq.remark&select=text")).toEqual(
            wrote.entries.map((text) => ({ text })),
          );
          expect(await asked("/alert_rules?select=name&built_in=is.false")).toEqual(
            wrote.rules.map((name) => ({ name })),
          );

          let sailed = near;
          if (vesselToken !== null) {
            const from = Date.parse(last.time) + 5 * MINUTE_MS;
            const sent = await api.post("/metrics", passage(from, TRIP, last), { token: vesselToken });
            expect(sent.status, sent.text).toBe(201);
            await service.drainJobs();
            expect(await waiting()).toEqual([]);
            sailed = await finished();
            expect(sailed.slice(0, -1)).toEqual(near);
            expect(sailed.at(-1)).toMatchObject({
              name: expect.stringMatching(/\w/),
              distance: expect.closeTo(6, 1),
            });
            const place = destination(last, 200, 6 * 1852);
            const stays = await asked("/stays?select=latitude,longitude&departed=is.null");
            expect(stays).toEqual([
              { latitude: expect.closeTo(place.latitude, 3), longitude: expect.closeTo(place.longitude, 3) },
            ]);
          }

          // Everything is rebuilt from the record and users' edits.
          const [vessel] = await asked("/vessels_view?select=name");
          await promisify(execFile)(process.execPath, [COMMAND, "refold", vessel.name], {
            env: { PATH: process.env.PATH, DATABASE_URL: database.url, WAKELOG_JWT_SECRET: TEST_SECRET },
          });
          expect(await finished()).toEqual(sailed);
        }
      } finally {
        await service.stop();
        await database.drop();
      }
    },
  );
});
