/** The law: both addresses answer alike, but for the table of the second generation, and leave equal rows. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Answer } from "../../../../../../test/support/client.ts";
import { swagger } from "../../../../../../test/support/swagger.ts";
import { type Facts, formOf, narrowed, unlike } from "./differences.ts";
import { type Asked, type Known, requestsOf } from "./requests.ts";
import { isNothing, visitorsAnswer } from "./visitors.ts";
import { twoWorlds, unlikeRows, type World, type Worlds } from "./worlds.ts";

const HEADERS = [
  "content-type",
  "content-range",
  "preference-applied",
  "location",
  "content-location",
  "www-authenticate",
  "allow",
];
/** Requests between two comparisons of all rows. */
const AT_ONCE = 25;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Tests it with so many random requests, drawn by the seed. */
export function testLaw(seed: number, requests: number): void {
  let worlds: Worlds;
  beforeAll(async () => {
    worlds = await twoWorlds();
  }, 180_000);
  afterAll(() => Promise.all([worlds?.first.stop(), worlds?.second.stop()]));

  test("both addresses answer alike, but for the table, and leave equal rows", {
    timeout: 600_000,
  }, async () => {
    const known = await knownOf(worlds);
    const seen = new Map<number, number>();
    const served = { reads: 0, writes: 0, pages: 0 };
    const found: string[] = [];
    let facts = await factsOf(worlds);
    let writes: string[] = [];
    for (const [n, asked] of fc.sample(requestsOf(known), { numRuns: requests, seed }).entries()) {
      const { first, second, faults, row } = await compared(worlds, asked, facts, seen);
      found.push(...faults.map((fault) => `${JSON.stringify(asked)}: ${fault}`));
      if (row !== null) seen.set(row, (seen.get(row) ?? 0) + 1);
      if (row === 10 && second.status === 200 && !isNothing(second)) served.pages++;
      if (first.status < 300) {
        const isWrite = writesWith(asked, known);
        served[isWrite ? "writes" : "reads"]++;
        if (isWrite) {
          writes.push(JSON.stringify(asked));
          await Promise.all([worlds.first.drainJobs(), worlds.second.drainJobs()]);
          facts = await factsOf(worlds);
        }
      }
      if ((n + 1) % AT_ONCE !== 0 && n + 1 !== requests) continue;
      const apart = await unlikeRows(worlds);
      // From here on all answers would differ.
      if (apart.length > 0) {
        found.push(...apart, "after", ...writes);
        break;
      }
      writes = [];
    }
    expect(found, `WAKELOG_TEST_SEED=${seed}`).toEqual([]);
    // Requests that are refused, or that touch no difference, would prove little.
    process.stderr.write(
      `served of ${requests}: ${JSON.stringify(served)}; rows ${JSON.stringify([...seen])}\n`,
    );
    expect(served.reads + served.writes).toBeGreaterThan(requests / 2);
    expect(served.writes).toBeGreaterThan(requests / 10);
    expect(served.pages).toBeGreaterThan(requests / 100);
    expect([...seen.keys()]).toEqual(expect.arrayContaining([2, 3, 5, 6, 10, 11, 12, 13, 17]));
  });
}

const writesWith = ({ method, name }: Asked, { writing }: Known) =>
  !READS.has(method) && (writing.has(name) || !name.startsWith("rpc/"));

function send(
  { api }: World,
  { callers }: Worlds["fleet"],
  asked: Asked,
  base: string,
  more: readonly string[] = [],
) {
  const query = [...asked.query, ...more].join("&");
  return api.send(asked.method, `${base}/${asked.name}${query === "" ? "" : `?${query}`}`, {
    headers: { ...asked.headers, ...callers[asked.caller] },
    ...(asked.body === undefined ? {} : { body: asked.body }),
  });
}

/** Status and headers of an answer, without its address. */
const shell = ({ status, headers }: Answer): ReadonlyMap<string, string | null> =>
  new Map([
    ["status", String(status)],
    ...HEADERS.map((name) => [name, headers.get(name)?.replace(/^\/v2(?=\/)/, "") ?? null] as const),
  ]);

interface Compared {
  readonly first: Answer;
  readonly second: Answer;
  readonly faults: readonly string[];
  readonly row: number | null;
}

/** What the root and /v2 answer, what the table does not allow of it, and the row of the table that it does. */
async function compared(
  { fleet, first: root, second: other }: Worlds,
  asked: Asked,
  facts: Facts,
  seen: Map<number, number>,
): Promise<Compared> {
  const isVisitor = asked.caller === "stranger" || asked.caller === "visitor";
  const narrow = !isVisitor && ["GET", "HEAD"].includes(asked.method) ? narrowed(asked) : null;
  const [first, second] = await Promise.all([
    send(root, fleet, asked, "", narrow?.query),
    send(other, fleet, asked, "/v2"),
  ]);
  const visitors = isVisitor ? visitorsAnswer(asked, first, second) : null;
  if (visitors !== null && "fault" in visitors) {
    const { row, fault } = visitors;
    return { first, second, row, faults: fault === null ? [] : [`row ${row}: ${fault}`] };
  }
  const form = asked.method === "OPTIONS" ? null : formOf(asked, first, second);
  const row = visitors?.row ?? narrow?.row ?? form?.row ?? (asked.name === "" ? 13 : null);
  const leftOut = [...(form?.headers ?? []), ...(narrow === null ? [] : ["content-location"])];
  const [one, two] = [shell(first), shell(second)];
  const shells = [...one].flatMap(([name, value]) =>
    value === two.get(name) || leftOut.includes(name) ? [] : [`${name}: ${value} and ${two.get(name)}`],
  );
  if (asked.name === "") return { first, second, row, faults: shells };
  const bodies = form === null ? [first.json ?? first.text, second.json ?? second.text] : form.bodies;
  const within = [asked.name];
  return {
    first,
    second,
    row,
    faults: [...shells, ...unlike(bodies[0], bodies[1], { ...facts, isVisitor }, seen, within)],
  };
}

const rows = z.array(z.record(z.string(), z.unknown()));
const logTimes = z.array(z.object({ _from_time: z.string(), _to_time: z.string() }));

/** What is there to be asked for. */
async function knownOf({ fleet, first }: Worlds): Promise<Known> {
  const own = (path: string) => first.api.get(path, { headers: fleet.callers.user });
  const procedures = await first.database.owner.transaction((tx) =>
    tx.query(sql`
      select proname from pg_proc where pronamespace = 'api'::regnamespace and provolatile = 'v'`),
  );
  const document = swagger.parse((await own("/")).json);
  const values = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const relation of Object.keys(document.definitions)) {
    const found = rows.safeParse((await own(`/${relation}?limit=4`)).json).data ?? [];
    const columns = new Map<string, string[]>();
    for (const [column, value] of found.flatMap((row) => Object.entries(row))) {
      if (value === null || typeof value === "object" || String(value).length > 60) continue;
      columns.set(column, [...(columns.get(column) ?? []), String(value)]);
    }
    values.set(relation, columns);
  }
  const [log] = logTimes.parse(
    (await own("/logbook?select=_from_time,_to_time&_to_time=not.is.null&order=id")).json,
  );
  const began = Date.parse(log?._from_time ?? "");
  return {
    document,
    fleet,
    values,
    ids: [...Object.values(fleet.own).flat(), ...fleet.others],
    days: [new Date(began).toISOString().slice(0, 10), "2020-01-01"],
    underWay: [20, 30, 40, 50, 60].map((minute) => new Date(began + minute * 60_000).toISOString()),
    writing: new Set(procedures.map(({ proname }) => `rpc/${proname}`)),
  };
}

const winds = z.array(z.object({ id: z.number(), greatest: z.number().nullable(), mean: z.unknown() }));
const stays = z.array(z.object({ id: z.number(), moorage_id: z.number().nullable() }));

/** What pairs of values must be, as the boats are now. */
async function factsOf({ fleet, first, second }: Worlds): Promise<Facts> {
  const own = async (world: World, path: string) =>
    (await world.api.get(path, { headers: fleet.callers.user })).json;
  const select = "/logbook?select=id,greatest:max_wind_speed,mean:extra->avg_wind_speed&order=id";
  const [one, two] = [winds.parse(await own(first, select)), winds.parse(await own(second, `/v2${select}`))];
  const greatest = (logs: z.infer<typeof winds>) => Math.max(...logs.map((log) => log.greatest ?? 0));
  const pairs = one.flatMap((log, n) => [
    `${log.greatest} ${two[n]?.greatest}`,
    `${log.mean} ${two[n]?.mean}`,
  ]);
  return {
    winds: new Set([...pairs, `${greatest(one)} ${greatest(two)}`]),
    moorageOf: new Map(
      stays
        .parse(await own(first, "/stays?select=id,moorage_id"))
        .map(({ id, moorage_id }) => [String(id), moorage_id?.toString() ?? null]),
    ),
    began: first.began,
    isVisitor: false,
  };
}
