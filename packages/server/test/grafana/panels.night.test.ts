/** Each query of the dashboards has an answer from its own boat, as the login that Grafana has. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";
import { BOATS } from "./dashboards.ts";
import { dropLogins, type Visitor, visitor } from "./login.ts";
import { expanded, type View } from "./macros.ts";
import { SEASON, sailSeason } from "./season.ts";

const there = twoBoatsForTests();
const MAILS = ["alfa@example.org", "bravo@example.org"];

/** The queries that are sent to PostgreSQL. */
const queries = BOATS.flatMap(({ file, panels }) =>
  panels.map(({ title, type, targets: [{ rawSql, format }] }) => ({ file, title, type, rawSql, format })),
);

const view = (vessel: string, days = 0): View => ({
  from: days === 0 ? SEASON.from : new Date(SEASON.to.getTime() - days * 86_400_000),
  to: SEASON.to,
  intervalMs: days === 0 ? 3_600_000 : 60_000,
  variables: { vessel },
});

let alfa: Visitor;
let bravo: Visitor;

beforeAll(async () => {
  await sailSeason(there.db);
  [alfa, bravo] = [await visitor(there.db, MAILS[0] ?? ""), await visitor(there.db, MAILS[1] ?? "")];
});
afterAll(async () => {
  await Promise.all([alfa?.leave(), bravo?.leave()]);
  await dropLogins(there.db, MAILS);
});

describe.each(queries)("$file: $title", ({ rawSql, format, type }) => {
  it("shows its boat over a season and over three days, and no other boat", async () => {
    for (const days of [0, 3]) {
      const own = await alfa.rows(expanded(rawSql, view("alfavessel", days)));
      // No log began in the last three days of the season.
      const isOfLogs = rawSql.includes("grafana.logs");
      if (days === 0 || !isOfLogs)
        expect(own.length).toBeGreaterThan(type === "timeseries" && days === 3 ? 50 : 0);
      expect(JSON.stringify(own)).not.toMatch(/bravo/);
      if (days === 0) expect(own.some(hasFigure), JSON.stringify(own.slice(0, 2))).toBe(true);
      if (format === "time_series") {
        for (const row of own) expect(row, "a line over time").toHaveProperty("time");
      }
      const bravos = await bravo.rows(expanded(rawSql, view("bravovessel", days)));
      expect(JSON.stringify(bravos)).not.toMatch(/alfa/);
      // The boats measure other figures, so an answer that mixed them would differ from both.
      if (days === 0 && rawSql.includes("readings(")) {
        expect(smallest(bravos)).toBeGreaterThan(greatest(own));
      }
      const stolen = await alfa.rows(expanded(rawSql, view("bravovessel", days)));
      expect(stolen.filter(hasFigure)).toEqual([]);
    }
  });

  it("asks for nothing else when its variable is made to say something else", async () => {
    const text = expanded(rawSql, view("alfavessel' or true or '' = '"));
    expect((await alfa.rows(text)).filter(hasFigure)).toEqual([]);
  });
});

it.each(BOATS)("$file offers the boats of the account to choose from", async ({ templating }) => {
  const [, { query }] = templating.list;
  expect(await alfa.rows(query)).toEqual([{ __text: "SV alfa", __value: "alfavessel" }]);
});

const numbers = (row: Readonly<Record<string, unknown>>) =>
  Object.entries(row).flatMap(([name, value]) =>
    name !== "time" && value !== null && !(value instanceof Date) && Number.isFinite(Number(value))
      ? [Number(value)]
      : [],
  );
/** Whether a row has information: a count of zero has none. */
const hasFigure = (row: Readonly<Record<string, unknown>>) => numbers(row).some((figure) => figure !== 0);
const smallest = (rows: readonly Readonly<Record<string, unknown>>[]) => Math.min(...rows.flatMap(numbers));
const greatest = (rows: readonly Readonly<Record<string, unknown>>[]) => Math.max(...rows.flatMap(numbers));
