/** The dashboard's view of queued changes equals the server's response once it has them. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../test/support/laws/cases.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { type Change, newKey } from "../../../dashboard/src/offline/change.ts";
import { withWaiting } from "../../../dashboard/src/offline/with-waiting.ts";

/** Lists and pages with the columns that users edit. */
const READS = [
  "/logs_view?select=id,name&order=id",
  "/log_view?select=id,name,notes&order=id",
  "/stays?select=id,name,stay_code,notes&order=id",
  "/stays_view?select=id,stayed_at_id,notes&order=id",
  "/moorages?select=id,name,stay_code,home_flag,radius_m,notes&order=id",
  "/moorage_view?select=id,name,default_stay_id,home,radius_m,notes&order=id",
  "/moorages_view?select=id,moorage,default_stay_id,home&order=id",
];

const words = {
  name: fc.stringMatching(/^[a-z]{1,9}$/),
  notes: fc.option(fc.stringMatching(/^[a-z]{1,9}$/)),
};
const stay_code = fc.integer({ min: 1, max: 4 });
const radius_m = fc.option(fc.integer({ min: 20, max: 2000 }));

const service = serviceForTests();
let skipper: Skipper;

beforeAll(async () => {
  skipper = await newSkipper(service);
  await skipper.send(passage(Date.parse("2026-08-01T06:00:00Z"), DAY_TRIP));
  // Derived values follow later from edits elsewhere: a stay's kind from its moorage's.
  const written = { logbook: { name: "a" }, stays: { name: "b", stay_code: 2 }, moorages: { name: "c" } };
  for (const [table, values] of Object.entries(written)) {
    const { status } = await service.api.patch(`/${table}`, values, { token: skipper.sailor.userToken });
    expect(status).toBe(204);
  }
  await service.drainJobs();
});

test("of logs, stays and moorages, in lists and on pages", { timeout: LAW_TIMEOUT }, async () => {
  const ids = new Map<string, readonly number[]>();
  for (const table of ["logbook", "stays", "moorages"]) {
    const rows: readonly { readonly id: number }[] = await skipper.rows(`/${table}?select=id`);
    ids.set(
      table,
      rows.map(({ id }) => id),
    );
  }
  const change = (table: string, values: Parameters<typeof fc.record>[0]) =>
    fc.record({
      resource: fc.constant(table),
      id: fc.constantFrom(...(ids.get(table) ?? [])),
      values: fc.record(values, { requiredKeys: [] }).filter((one) => Object.keys(one).length > 0),
    });
  const changes = fc.array(
    fc.oneof(
      change("logbook", words),
      change("stays", { ...words, stay_code }),
      change("moorages", { ...words, stay_code, radius_m, home_flag: fc.boolean() }),
    ),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(changes, async (made) => {
      const before = await Promise.all(READS.map(skipper.rows));
      const waiting = made.map((one, n) => waitingChange(n, one.resource, one.id, one.values));
      const shown = READS.map((path, n) => withWaiting(path, before[n], waiting));
      for (const { path, body } of waiting) {
        const token = skipper.sailor.userToken;
        const answer = await service.api.patch(path, JSON.parse(body ?? ""), { token });
        expect(answer.status, answer.text).toBe(204);
      }
      expect(shown).toEqual(await Promise.all(READS.map(skipper.rows)));
    }),
    { numRuns: lawCases(0.2) },
  );
});

function waitingChange(n: number, resource: string, id: number, values: object): Change {
  return {
    n,
    key: newKey(),
    method: "PATCH",
    path: `/${resource}?id=eq.${id}`,
    body: JSON.stringify(values),
    picture: null,
    prefer: "return=minimal",
    resource,
    id,
    after: null,
    version: null,
    read: null,
    account: "",
    made: 0,
    sent: false,
    refused: null,
  };
}
