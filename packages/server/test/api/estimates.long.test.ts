/** Counts, exact or estimated, depend only on the caller's own rows: other accounts' data changes no response. */

import { raw, sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../../../test/support/client.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { tokensOf } from "../../../../test/support/tokens.ts";
import { twoBoats } from "../../../../test/support/two-boats.ts";

const service = serviceForTests();
const { api } = service;
let tokens: Awaited<ReturnType<typeof tokensOf>>;

beforeAll(async () => {
  tokens = await tokensOf((await twoBoats(service.database)).alfa);
});

/** The other boat's extra data wherever the attacker looks: positions, times, names, stays, events. */
async function fillOthers(): Promise<void> {
  await service.database.owner.transaction(async (tx) => {
    await tx.run(sql`select set_config('wakelog.vessel_id', 'bravovessel', true)`);
    await tx.run(sql`
      insert into api.metrics ("time", client_id, latitude, longitude, speedoverground, status, metrics)
      select timestamptz '2024-05-01Z' + make_interval(mins => i), 'bravo', 37 + (i % 100) / 1000.0, -7.1 - (i % 7) / 100.0,
        i % 9, 'anchored', '{}' from generate_series(1, 6000) i`);
    await tx.run(sql`
      insert into api.logbook (active, name, _from, _to, _from_time, _to_time, distance, duration, notes)
      select false, 'secret ' || i, 'here', 'there', timestamptz '2024-01-01Z' + make_interval(hours => 20 * i),
        timestamptz '2024-01-01Z' + make_interval(hours => 20 * i + 5), i % 40, '5 hours', 'hidden'
      from generate_series(1, 300) i`);
    await tx.run(sql`
      insert into api.stays (active, name, latitude, longitude, arrived, departed, stay_code, notes)
      select false, 'secret ' || i, 37.05, -7.12, timestamptz '2024-01-01Z' + make_interval(hours => 20 * i),
        timestamptz '2024-01-01Z' + make_interval(hours => 20 * i + 9), 2, 'hidden' from generate_series(1, 300) i`);
    await tx.run(sql`
      insert into app.events (channel, payload, ref_id, processed)
      select 'email_reset', 'bravo@example.org', 'bravoaccount', now() from generate_series(1, 400)`);
  });
}

/** Without it the planner knows nothing, and nothing could show. */
async function analyze(): Promise<void> {
  await service.database.owner.transaction((tx) => tx.run(raw("analyze")));
}

const COLUMNS: Readonly<Record<string, readonly [column: string, ...values: string[]][]>> = {
  metrics: [
    ["latitude", "36", "37.05", "38", "60.01", "x"],
    ["longitude", "-7.12", "-8", "23.5"],
    ["speedoverground", "3", "5"],
    ["status", "anchored", "sailing"],
    ["time", "2024-05-01", "2024-05-04T12:00:00Z", "2026-01-01"],
    ["vessel_id", "bravovessel", "alfavessel"],
    ["client_id", "bravo", "alfa"],
  ],
  logbook: [
    ["_from_time", "2024-03-01", "2024-03-08", "2026-01-04"],
    ["distance", "10", "30.5"],
    ["name", "secret 7", "alfa out"],
    ["notes", "hidden", "alfa"],
    ["vessel_id", "bravovessel", "alfavessel"],
  ],
  logs_view: [
    ["started", "2024-03-01", "2024-03-08", "2026-01-04"],
    ["distance", "10", "30.5"],
    ["from", "here", "alfa"],
  ],
  stays: [
    ["latitude", "36", "38", "60"],
    ["stay_code", "2", "4"],
    ["arrived", "2024-03-01", "2024-03-08", "2026-01-01"],
    ["name", "secret 7", "alfa stay"],
  ],
  stays_view: [
    ["stayed_at_id", "2", "4"],
    ["arrived", "2024-03-01", "2024-03-08"],
    ["latitude", "36", "38"],
  ],
  moorages_view: [
    ["latitude", "20", "60"],
    ["country", "fi", "pt"],
  ],
  eventlogs_view: [
    ["channel", "email_reset", "new_logbook"],
    ["ref_id", "bravoaccount", "alfaaccount", "alfavessel"],
    ["payload", "bravo@example.org"],
  ],
};
const EMBEDS: Readonly<Record<string, readonly string[]>> = {
  stays: ["stays_at!inner(stay_code)", "moorages!inner(id)"],
  stays_at: ["stays!inner(id)"],
};

const requests = fc.constantFrom(...Object.keys(COLUMNS)).chain((relation) => {
  const filter = fc
    .constantFrom(...(COLUMNS[relation] ?? []))
    .chain(([column, ...values]) =>
      fc
        .tuple(fc.constantFrom("eq", "gt", "lt", "gte", "neq", "not.gt"), fc.constantFrom(...values))
        .map(([operator, value]) => `${column}=${operator}.${encodeURIComponent(value)}`),
    );
  const key = relation === "metrics" ? "time" : "id";
  return fc.record({
    relation: fc.constant(relation),
    query: fc
      .tuple(
        fc.array(filter, { minLength: 1, maxLength: 3 }),
        fc.option(fc.constantFrom("limit=1", "limit=0", "limit=3&offset=2", "offset=5", "offset=400"), {
          nil: undefined,
        }),
        fc.constantFrom(
          key,
          `${key},${EMBEDS[relation]?.[0] ?? key}`,
          `${key},${EMBEDS[relation]?.[1] ?? key}`,
        ),
      )
      .map(([filters, page, select]) =>
        [`select=${select}`, `order=${key}`, ...filters, ...(page === undefined ? [] : [page])].join("&"),
      ),
    method: fc.constantFrom("GET", "GET", "HEAD"),
    count: fc.constantFrom("planned", "estimated", "exact"),
    accept: fc.constantFrom(
      "application/json",
      "text/csv",
      "application/vnd.pgrst.object+json",
      "application/vnd.pgrst.array+json;nulls=stripped",
      "application/vnd.pgrst.plan+json",
    ),
    role: fc.constantFrom("anonymous" as const, "user_role" as const, "vessel_role" as const),
  });
});

/** Everything of an answer that a caller sees, but the time it took. */
async function shown(request: Parameters<Parameters<typeof requests.map>[0]>[0]): Promise<unknown> {
  const { relation, query, method, count, accept, role } = request;
  const token = tokens[role];
  const answer: Answer = await api.send(method, `/${relation}?${query}`, {
    ...(token === null ? {} : { token }),
    headers: { Prefer: `count=${count}`, Accept: accept },
  });
  const names = ["content-range", "content-type", "content-length", "preference-applied"];
  return [answer.status, names.map((name) => answer.headers.get(name)), answer.text];
}

describe("counts", () => {
  it("are the same whatever others have, for every filter, page, embed, media type and caller", async () => {
    const asked = fc.sample(requests, { numRuns: 500, seed: 7 });
    await analyze();
    const before: unknown[] = [];
    for (const request of asked) before.push(await shown(request));
    await fillOthers();
    await analyze();
    for (const [at, request] of asked.entries()) {
      expect(await shown(request), JSON.stringify(request)).toEqual(before[at]);
    }
    // Other rows are there to be seen by whom they belong to.
    const all = await api.get("/metrics?select=time&limit=1", {
      token: tokens.admin_role ?? "",
      headers: { Prefer: "count=exact" },
    });
    expect(Number(all.headers.get("content-range")?.split("/")[1])).toBeGreaterThan(6000);
  });

  it("are exact where an estimate is asked for, of the own rows", async () => {
    for (const count of ["exact", "planned", "estimated"]) {
      const { headers } = await api.get("/metrics?select=time&limit=2&latitude=gt.36", {
        token: tokens.user_role ?? "",
        headers: { Prefer: `count=${count}` },
      });
      expect(headers.get("content-range"), count).toBe("0-1/60");
    }
  });
});
