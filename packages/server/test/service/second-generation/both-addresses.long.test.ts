/** Random requests of all callers: both addresses answer alike, but for what the table of the second generation lists. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Answer } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { swagger } from "../../../../../test/support/swagger.ts";
import { type Facts, formOf, narrowed, unlike, visitorsAnswer } from "./law/differences.ts";
import { type Fleet, fleetOf } from "./law/fleet.ts";
import { type Asked, requestsOf } from "./law/requests.ts";

/** More by night: WAKELOG_TEST_REQUESTS. */
const REQUESTS = Number(process.env.WAKELOG_TEST_REQUESTS ?? 400);
const HEADERS = [
  "content-type",
  "content-range",
  "preference-applied",
  "location",
  "content-location",
  "www-authenticate",
  "allow",
];

const service = serviceForTests();
let fleet: Fleet;
let facts: Facts;
let requests: fc.Arbitrary<Asked>;
const own = (path: string) => service.api.get(path, { headers: fleet.callers.user });

beforeAll(async () => {
  fleet = await fleetOf(service);
  const writing = await service.database.owner.transaction((tx) =>
    tx.query(sql`
      select proname from pg_proc where pronamespace = 'api'::regnamespace and provolatile = 'v'`),
  );
  const names = new Set(writing.map(({ proname }) => `rpc/${proname}`));
  requests = requestsOf(swagger.parse((await own("/")).json), fleet.ids, names);
  facts = await factsOf();
}, 180_000);

async function factsOf(): Promise<Facts> {
  const winds = new Set<string>();
  type Log = Readonly<Record<"max_wind_speed" | "avg_wind_speed" | "mean", number | null>>;
  const select = "/logbook?select=max_wind_speed,avg_wind_speed:extra->avg_wind_speed&order=id";
  const [first, second]: readonly (readonly Log[])[] = [
    (await own(select)).json,
    (await own(`/v2${select}`)).json,
  ];
  for (const [n, log] of (first ?? []).entries()) {
    winds.add(`${log.max_wind_speed} ${second?.[n]?.max_wind_speed}`);
    winds.add(`${log.avg_wind_speed} ${second?.[n]?.avg_wind_speed}`);
  }
  const greatest = (column: "max_wind_speed") => {
    const of = (logs: readonly Log[] = []) => Math.max(...logs.map((log) => log[column] ?? 0));
    return `${of(first)} ${of(second)}`;
  };
  winds.add(greatest("max_wind_speed"));
  const stays: readonly { readonly id: number; readonly moorage_id: number | null }[] = (
    await own("/stays?select=id,moorage_id")
  ).json;
  return {
    winds,
    moorageOf: new Map(stays.map(({ id, moorage_id }) => [String(id), moorage_id?.toString() ?? null])),
  };
}

function send(asked: Asked, base: string, more: readonly string[] = []): Promise<Answer> {
  const query = [...asked.query, ...more].join("&");
  return service.api.send(asked.method, `${base}/${asked.name}${query === "" ? "" : `?${query}`}`, {
    headers: { ...asked.headers, ...fleet.callers[asked.caller] },
    ...(asked.body === undefined ? {} : { body: asked.body }),
  });
}

/** Status and headers of an answer, without its address. */
const shell = ({ status, headers }: Answer): ReadonlyMap<string, string | null> =>
  new Map([
    ["status", String(status)],
    ...HEADERS.map((name) => [name, headers.get(name)?.replace(/^\/v2(?=\/)/, "") ?? null] as const),
  ]);

/** What the table does not allow; empty if both answers are alike. @param served called if the root's is a success */
async function faults(
  asked: Asked,
  seen: Map<number, number>,
  served: () => void,
): Promise<readonly string[]> {
  const count = (row: number) => seen.set(row, (seen.get(row) ?? 0) + 1);
  const second = await send(asked, "/v2");
  const visitors =
    asked.caller === "stranger" || asked.caller === "visitor" ? visitorsAnswer(asked, second) : null;
  if (visitors !== null) {
    count(visitors.row);
    return visitors.holds ? [] : [`row ${visitors.row}: ${second.status} ${second.text}`];
  }
  const narrow = ["GET", "HEAD"].includes(asked.method) ? narrowed(asked) : null;
  const first = await send(asked, "", narrow?.query);
  if (first.status < 300) served();
  const form = asked.method === "OPTIONS" ? null : formOf(asked, first, second);
  const row = narrow?.row ?? form?.row ?? (asked.name === "" ? 13 : null);
  if (row !== null) count(row);
  const leftOut = [...(form?.headers ?? []), ...(narrow === null ? [] : ["content-location"])];
  const [one, other] = [shell(first), shell(second)];
  const shells = [...one].flatMap(([name, value]) =>
    value === other.get(name) || leftOut.includes(name) ? [] : [`${name}: ${value} and ${other.get(name)}`],
  );
  if (asked.name === "") return shells;
  const bodies = form === null ? [first.json ?? first.text, second.json ?? second.text] : form.bodies;
  return [...shells, ...unlike(bodies[0], bodies[1], facts, seen, [asked.name])];
}

test("both addresses answer alike, but for the table", { timeout: 600_000 }, async () => {
  const seen = new Map<number, number>();
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(requests, async (asked) => {
      expect(await faults(asked, seen, () => answered++), JSON.stringify(asked)).toEqual([]);
    }),
    { numRuns: REQUESTS, endOnFailure: true },
  );
  // Requests that are all refused, or that touch no difference, would prove little.
  expect(answered).toBeGreaterThan(REQUESTS / 8);
  expect([...seen.keys()]).toEqual(expect.arrayContaining([5, 6, 11]));
});
