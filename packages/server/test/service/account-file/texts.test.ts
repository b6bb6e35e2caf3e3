/** Users' text, in any script and of any length, arrives unchanged. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBoat } from "../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { lawCases } from "../../../../../test/support/laws/cases.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { exportAccount } from "../../../src/service/account-file/export-account.ts";
import { importAccount } from "../../../src/service/account-file/import-account.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-texts-"));
let here: TestDatabase;
let there: TestDatabase;
beforeAll(async () => {
  [here, there] = await Promise.all([cloneDatabase(), cloneDatabase()]);
});
afterAll(async () => {
  await Promise.all([here.drop(), there.drop()]);
  rmSync(folder, { recursive: true });
});

const SCRIPTS = [
  "Höfn á Íslandi ",
  "Χίος ",
  "мель ",
  "מפרץ ",
  "مرسى ",
  "港 ",
  "ก้ำ ",
  "e\u0301\u0323 ",
  "🌊👩‍✈️ ",
  "\u{10ffff}",
  '\\u0041"\n\t<&>\u2028',
];
/** Long enough to be read in several pieces, whose borders are within a character. */
const long = fc
  .tuple(fc.integer({ min: 0, max: 7 }), fc.constantFrom(...SCRIPTS), fc.integer({ min: 1, max: 3000 }))
  .map(([before, piece, times]) => `${"x".repeat(before)}${piece.repeat(times)}`);
const any = fc.string({ unit: "binary", maxLength: 200 }).filter((one) => !one.includes("\0"));
const text = fc.oneof(long, any).filter((one) => one.trim() !== "" && Buffer.byteLength(one) <= 65_536);

const note = text.map((one) => Array.from(one).slice(0, 2000).join("").slice(0, 2047).toWellFormed());

it("every byte of every text arrives", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(text, text, fc.array(note, { maxLength: 30 }), async (name, notes, others) => {
      const boat = await makeBoat(here);
      await boat.post(passage(Date.now() - 9 * 3_600_000, DAY_TRIP));
      await boat.drain();
      await boat.as("user_role", async (tx) => {
        await tx.run(sql`update api.logbook set name = ${name}, notes = ${notes}`);
        for (const [at, one] of others.entries()) {
          await tx.run(sql`
            insert into api.eventlogs_view (channel, payload, stored)
            values ('note', ${one}, ${new Date(Date.UTC(2025, 0, 1 + at)).toISOString()}::timestamptz)`);
        }
      });
      const path = join(folder, `${boat.vesselId}.zip`);
      const email = `${boat.vesselId}@example.org`;
      await exportAccount(here, email, path);
      await importAccount(there, path, "x", 40);
      const arrived = await there.owner.transaction(
        async (tx) => {
          const vessel = sql`(select vessel_id from app.memberships join app.accounts using (account_id)
            where email = ${email})`;
          return {
            logs: await tx.query(
              sql`select distinct name, notes from api.logbook where vessel_id = ${vessel}`,
            ),
            notes: await tx.query(sql`
              select payload from app.events where channel = 'note' and ref_id = ${vessel} order by stored`),
          };
        },
        { role: "wakelog_worker" },
      );
      expect(arrived.logs).toEqual([{ name, notes }]);
      expect(arrived.notes.map(({ payload }) => payload)).toEqual(others);
    }),
    { numRuns: lawCases(1 / 20) },
  );
});
