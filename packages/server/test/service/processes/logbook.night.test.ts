/**
 * A law: however boats' posts are spread over processes, and whatever comes late, the logbook follows from the rows.
 */

import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import fc from "fast-check";
import { beforeAll, expect, it, vi } from "vitest";
import { type Client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { installationForTests, urlIn } from "../../../../../test/support/installation.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { answeringOf } from "./family.ts";
import { ask } from "./spread.ts";

const PATIENCE = { timeout: 120_000, interval: 250 };
const RUNS = 8;
const BOATS = 3;
const ROWS = passage(Date.UTC(2026, 5, 1, 6), [...DAY_TRIP, ...DAY_TRIP]);
const installation = installationForTests({ WAKELOG_PROCESSES: "3", WAKELOG_RATE_LIMITS: "off" });
let api: Client;
let apiUrl: string;
let adminUrl: string;
let wanted: Story;

interface Story {
  readonly logs: readonly JsonObject[];
  readonly stays: readonly JsonObject[];
  readonly moorages: readonly JsonObject[];
}

async function finished(): Promise<void> {
  await vi.waitFor(async () => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(/^wakelog_queue_pending\{queue="jobs"\} (\d+)$/m.exec(text)?.[1]).toBe("0");
  }, PATIENCE);
}

/** The logbook as its owner reads it, without numbers. */
async function story({ userToken: token }: Sailor): Promise<Story> {
  const read = async (path: string) => (await api.get(path, { token })).json;
  const figures = "distance,duration,avg_speed,max_speed,max_wind_speed,extra,notes";
  return {
    logs: await read(`/logbook?select=active,name,_from,_to,_from_time,_to_time,${figures}&order=_from_time`),
    stays: await read(
      "/stays?select=active,name,arrived,departed,duration,latitude,longitude,stay_code&order=arrived",
    ),
    moorages: await read(
      "/moorages?select=name,country,latitude,longitude,stay_code&order=latitude,longitude",
    ),
  };
}

async function post({ vesselToken: token }: Sailor, rows: readonly JsonObject[]): Promise<void> {
  const answer = await ask(apiUrl, "POST", "/metrics?select=time", {
    token,
    body: rows,
    headers: { Prefer: "return=representation" },
  });
  expect([answer.status, JSON.parse(answer.text).length]).toEqual([201, rows.length]);
}

beforeAll(async () => {
  const started = await installation.start();
  api = started.api;
  apiUrl = await urlIn(started.service, "API");
  adminUrl = await urlIn(started.service, "Operations");
  expect(await answeringOf(started.service.process.pid ?? 0)).toHaveLength(3);
  const boat = await newSailor(api, "In one piece");
  await post(boat, ROWS);
  await finished();
  wanted = await story(boat);
}, 120_000);

it("is that of the passage", () => {
  expect(wanted.logs.map(({ active }) => active)).toEqual([false, false, false, false]);
  expect(wanted.stays).toHaveLength(5);
});

it("is the same, however posts are spread over the processes and in whatever order they come", {
  timeout: 300_000,
}, async () => {
  const boat = fc.record({
    sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
    /** Of each batch, whether it comes after the next one. */
    late: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
    /** How many posts of the boat are on their way at once. */
    atOnce: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(boat, { minLength: BOATS, maxLength: BOATS }), async (plans) => {
      const boats = await Promise.all(
        plans.map(async (plan, n) => ({ ...plan, sailor: await newSailor(api, `Spread ${n}`) })),
      );
      await Promise.all(
        boats.map(async ({ sizes, late, atOnce, sailor }) => {
          const waiting = swapped(batches(sizes), late);
          const send = async (): Promise<void> => {
            for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
              await post(sailor, next);
          };
          await Promise.all(Array.from({ length: atOnce }, send));
        }),
      );
      await finished();
      for (const { sailor } of boats) expect(await story(sailor)).toEqual(wanted);
    }),
    // A smaller case would take minutes to be found.
    { numRuns: RUNS, endOnFailure: true },
  );
});

function batches(sizes: readonly number[]): (readonly JsonObject[])[] {
  const cut: (readonly JsonObject[])[] = [];
  for (let at = 0, n = 0; at < ROWS.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    cut.push(ROWS.slice(at, at + size));
    at += size;
  }
  return cut;
}

/** Some batches behind the one that follows them. */
function swapped<T>(list: readonly T[], late: readonly boolean[]): T[] {
  const order = [...list];
  for (let n = 0; n + 1 < order.length; n++) {
    const [one, next] = [order[n], order[n + 1]];
    if (late[n % late.length] === true && one !== undefined && next !== undefined) {
      order[n] = next;
      order[n + 1] = one;
      n++;
    }
  }
  return order;
}
