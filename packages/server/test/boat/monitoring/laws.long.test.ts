/** Alerts through the API: random rules, rows and requests, against a plain evaluator. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../test/support/laws/cases.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { somePosts, someRules } from "./cases.ts";
import {
  judgedRows,
  type PlainAlert,
  type PlainRow,
  type PlainRule,
  plainAlerts,
} from "./plain-evaluator.ts";
import { PLACE, watchedBoat } from "./watched-boat.ts";

const service = serviceForTests();
const { api } = service;

interface Shown {
  readonly id: number;
  readonly name: string;
  readonly raised_at: string;
  readonly cleared_at: string | null;
  readonly value: number;
}
const inOrder = (alerts: readonly PlainAlert[]) =>
  alerts
    .map((alert) => ({ ...alert, value: Math.round(alert.value) }))
    .toSorted((a, b) => a.rule.localeCompare(b.rule) || a.raisedAt - b.raisedAt);

/** The same requests, without the rows whose time an earlier row has. */
const once = (posts: readonly (readonly PlainRow[])[]) => {
  const seen = new Set<number>();
  return posts.map((rows) =>
    rows.filter(({ time }) => {
      const isNew = !seen.has(time);
      seen.add(time);
      return isNew;
    }),
  );
};

it("are those of a plain evaluator, and each causes one message when it is raised and one when it is over", {
  timeout: LAW_TIMEOUT,
}, async () => {
  const rings: readonly PlainRule[] = [40, 60].map((radius) => ({
    name: radius === 40 ? "Anchor watch" : "Anchor alarm",
    kind: "drag",
    key: null,
    low: 0,
    high: 0,
    hysteresis: 4,
    after: 0,
    circle: { ...PLACE, radius },
  }));
  const drawn = fc.record({ rules: someRules, shape: fc.integer() });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ rules, shape }) => {
      const boat = await watchedBoat(api);
      const now = Date.now();
      const [posts = []] = fc.sample(somePosts(now), { numRuns: 1, seed: shape });
      for (const { circle: _, low, high, after, ...rule } of rules) {
        const { status, text } = await boat.rule({
          ...rule,
          low: Number.isFinite(low) ? low : null,
          high: Number.isFinite(high) ? high : null,
          after: `${after / 1000} seconds`,
        });
        expect(status, text).toBe(201);
      }
      const armed = await boat.call("anchor_watch_fn", { ...PLACE, radius: 40 });
      expect(armed.status).toBe(200);
      // A rule does not judge rows from before it was made, and the backlog has such rows.
      await service.database.owner.transaction(async (tx) => {
        await tx.run(sql`update api.alert_rules set created_at = now() - interval '1 day'`);
      });
      for (const rows of posts) {
        await boat.send(
          rows.map(({ time, ...row }) => ({
            minute: 0,
            row: { ...row, time: new Date(time).toISOString() },
          })),
        );
      }
      const judged = judgedRows(once(posts).map((rows) => ({ arrived: now, rows })));
      const expected = [...rules, ...rings].flatMap((rule) => plainAlerts(rule, judged));
      const shown: readonly Shown[] = await boat.rows("/alerts_view?kind=neq.silent");
      const found = shown.map(({ name, raised_at, cleared_at, value }) => ({
        rule: name,
        raisedAt: Date.parse(raised_at),
        clearedAt: cleared_at === null ? null : Date.parse(cleared_at),
        value,
      }));
      expect(inOrder(found)).toEqual(inOrder(expected));
      // Meanwhile the clock may raise an alert because positions are missing. Its events do not count here.
      const ids = new Set(shown.map(({ id }) => String(id)));
      const events: readonly { channel: string; payload: string }[] = await boat.rows("/eventlogs_view");
      const told = (what: string) =>
        events.filter(({ channel, payload }) => channel === what && ids.has(payload)).length;
      expect(told("alert_raised")).toBe(expected.length);
      expect(told("alert_cleared")).toBe(expected.filter(({ clearedAt }) => clearedAt !== null).length);
    }),
    { numRuns: lawCases(0.3) },
  );
});
