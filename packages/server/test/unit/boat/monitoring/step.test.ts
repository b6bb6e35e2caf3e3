/** The evaluator against a plain one that looks back over all rows, however the rows are cut into requests. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWatched } from "../../../../src/boat/monitoring/rule.ts";
import {
  NOTHING_SEEN,
  parseState,
  storedState,
  type WatchState,
} from "../../../../src/boat/monitoring/state.ts";
import { type Move, step } from "../../../../src/boat/monitoring/step.ts";
import { somePosts, someRules } from "../../../boat/monitoring/cases.ts";
import {
  judgedRows,
  type PlainAlert,
  type PlainRow,
  type PlainRule,
  plainAlerts,
} from "../../../boat/monitoring/plain-evaluator.ts";
import { PLACE } from "../../../boat/monitoring/watched-boat.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const RINGS: readonly PlainRule[] = [40, 60].map((radius) => ({
  name: `ring ${radius}`,
  kind: "drag",
  key: null,
  low: 0,
  high: 0,
  hysteresis: 4,
  after: 0,
  circle: { ...PLACE, radius },
}));

const finite = (bound: number) => (Number.isFinite(bound) ? bound : null);
/** Rules as the database returns them. */
const watchedOf = (rules: readonly PlainRule[]) =>
  parseWatched({
    rules: rules.map(({ circle, ...rule }, n) => ({
      ...rule,
      id: n + 1,
      low: finite(rule.low),
      high: finite(rule.high),
      area: circle && {
        type: "Point",
        coordinates: [circle.longitude, circle.latitude],
        radius: circle.radius,
      },
      severity: "warn",
      since: 0,
    })),
    keys: {},
    dragWarning: true,
    lacksBilge: false,
    armed: null,
  });

type Posts = readonly { readonly arrived: number; readonly rows: readonly PlainRow[] }[];
const fed = (rules: readonly PlainRule[], posts: Posts): { state: WatchState; moves: readonly Move[] } => {
  const watched = watchedOf(rules);
  let state = NOTHING_SEEN;
  const moves: Move[] = [];
  for (const { arrived, rows } of posts) {
    for (const row of rows.toSorted((a, b) => a.time - b.time)) {
      const sample = { row: { ...row, speedoverground: null, windspeedapparent: null }, arrived };
      const next = step(state, sample, watched);
      state = next.state;
      moves.push(...next.moves);
    }
    state = parseState(JSON.parse(JSON.stringify(storedState(state))));
  }
  return { state, moves };
};

/** The alerts that moves make; fails if one is raised twice or cleared without having been raised. */
const alertsOf = (moves: readonly Move[], rules: readonly PlainRule[]): readonly PlainAlert[] => {
  const alerts: PlainAlert[] = [];
  for (const move of moves) {
    const id = "raise" in move ? move.raise.rule.id : move.clear.rule.id;
    const rule = rules[id - 1]?.name ?? "";
    const at = alerts.findLastIndex((one) => one.rule === rule && one.clearedAt === null);
    const open = alerts[at];
    if ("raise" in move) {
      expect(open).toBeUndefined();
      alerts.push({ rule, raisedAt: move.raise.since, clearedAt: null, value: move.raise.value ?? 0 });
    } else {
      if (open === undefined) throw new Error(`${rule} was cleared and not raised`);
      alerts[at] = { ...open, clearedAt: move.clear.at };
    }
  }
  return alerts;
};

const inOrder = (alerts: readonly PlainAlert[]) =>
  alerts
    .map((alert) => ({ ...alert, value: Math.round(alert.value) }))
    .toSorted((a, b) => a.rule.localeCompare(b.rule) || a.raisedAt - b.raisedAt);

const cases = fc.record({
  rules: someRules.map((rules) => [...rules, ...RINGS]),
  posts: somePosts(NOW).map((posts) => posts.map((rows) => ({ arrived: NOW, rows }))),
});

describe("the evaluator", () => {
  it("finds what a plain one finds, in whatever pieces, order and repetition the rows come", () => {
    fc.assert(
      fc.property(cases, ({ rules, posts }) => {
        const judged = judgedRows(posts);
        const expected = rules.flatMap((rule) => plainAlerts(rule, judged));
        expect(inOrder(alertsOf(fed(rules, posts).moves, rules))).toEqual(inOrder(expected));
      }),
      { numRuns: 2000 },
    );
  });

  it("does not depend on how rows in order are cut into requests", () => {
    fc.assert(
      fc.property(cases, fc.array(fc.nat(23), { maxLength: 8 }), ({ rules, posts }, cuts) => {
        const rows = judgedRows(posts);
        const at = [0, ...cuts.filter((cut) => cut < rows.length).sort((a, b) => a - b), rows.length];
        const pieces = at.slice(1).map((end, n) => ({ arrived: NOW, rows: rows.slice(at[n], end) }));
        const whole = fed(rules, [{ arrived: NOW, rows }]);
        const cut = fed(rules, pieces);
        expect(alertsOf(cut.moves, rules)).toEqual(alertsOf(whole.moves, rules));
        expect(cut.state).toEqual(whole.state);
      }),
      { numRuns: 1000 },
    );
  });

  it("raises and clears once while a value wavers within the hysteresis", () => {
    const [low, hysteresis] = [12, 0.2];
    const rule: PlainRule = {
      name: "low",
      kind: "below",
      key: "a.key",
      low,
      high: Number.POSITIVE_INFINITY,
      hysteresis,
      after: 0,
      circle: null,
    };
    const wavering = fc.array(
      fc.double({ min: low - hysteresis, max: low + hysteresis - 1e-9, noNaN: true }),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(wavering, (values) => {
        const all = [low - 1, ...values, low + hysteresis];
        const rows = all.map((value, n) => ({
          time: NOW - (all.length - n) * 5000,
          latitude: null,
          longitude: null,
          metrics: { "a.key": value },
        }));
        const { moves } = fed([rule], [{ arrived: NOW, rows }]);
        expect(moves.map((move) => ("raise" in move ? "raise" : "clear"))).toEqual(["raise", "clear"]);
      }),
    );
  });

  it("is not blinded by a row from the future", () => {
    const rule: PlainRule = {
      ...RINGS[0],
      name: "x",
      kind: "above",
      key: "a.key",
      low: -1e9,
      high: 5,
      after: 0,
      circle: null,
      hysteresis: 0,
    } as PlainRule;
    const at = (time: number, value: number) => ({
      time,
      latitude: null,
      longitude: null,
      metrics: { "a.key": value },
    });
    const { moves } = fed([rule], [{ arrived: NOW, rows: [at(NOW + 3_600_000, 1), at(NOW - 1000, 9)] }]);
    expect(moves).toHaveLength(1);
  });

  it("leaves out a rule that cannot be read, and nothing else", () => {
    const watched = parseWatched({
      rules: [{ id: "x" }, { ...watchedRow, area: "nowhere", kind: "leave" }, watchedRow],
      keys: null,
      dragWarning: true,
      lacksBilge: false,
      armed: null,
    });
    expect(watched.rules.map((rule) => rule.kind)).toEqual(["below"]);
  });
});

const watchedRow = {
  id: 1,
  name: "low",
  kind: "below",
  key: "voltage",
  low: 12,
  high: null,
  hysteresis: 0,
  after: 0,
  area: null,
  severity: "warn",
  since: 0,
};
