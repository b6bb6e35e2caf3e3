/** Any batch of a boat: good rows are stored, each bad one is kept with a reason, none is lost. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;
beforeAll(async () => {
  sailor = await newSailor(api);
});

let minute = 0;
/** A time that no row has had yet. */
const nextTime = (): string => new Date(Date.UTC(2024, 0, 1) + 60_000 * minute++).toISOString();

interface Element {
  /** As JSON text, since some of it has no JavaScript value. `TIME` stands for a unique time. */
  readonly json: string;
  readonly isGood: boolean;
}

/** Deeper than any call stack. */
/** As deep as a body may be, and deeper than a row. */
const DEEP = `${"[".repeat(900)}${"]".repeat(900)}`;

const likely = fc
  .record(
    {
      time: fc.constant("TIME"),
      latitude: fc.double({ min: 50, max: 60, noNaN: true }),
      longitude: fc.double({ min: 10, max: 20, noNaN: true }),
      speedoverground: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 20 })),
      status: fc.constantFrom("sailing", "moored", "adrift", null, 7),
      metrics: fc.oneof(fc.constant(null), fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))),
      vessel_id: fc.constant(null),
      somethingElse: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: ["time"] },
  )
  .map((row): Element => ({ json: JSON.stringify(row), isGood: true }));

const good = fc.oneof(
  { arbitrary: likely, weight: 9 },
  fc
    .constantFrom(`{"time":"TIME","status":${DEEP}}`, `{"time":"TIME","unheardOf":${DEEP}}`)
    .map((json): Element => ({ json, isGood: true })),
);

const bad = fc
  .oneof(
    fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value !== "object" || Array.isArray(value)),
    fc.constant(null),
    fc
      .constantFrom(
        "{}",
        '{"time":null}',
        '{"latitude":60,"longitude":20}',
        '{"time":7,"latitude":60}',
        '{"time":"yesterday"}',
        '{"time":"TIME","latitude":1e999,"longitude":20}',
        '{"time":"TIME","latitude":"north"}',
        '{"time":"TIME","latitude":91,"longitude":20}',
        '{"time":"TIME","latitude":0,"longitude":0}',
        '{"time":"TIME","longitude":[[1]]}',
        '{"time":"TIME","speedoverground":41}',
        '{"time":"TIME","windspeedapparent":200}',
        '{"time":"TIME","metrics":[1]}',
        '{"time":"TIME","client_id":{}}',
        '{"time":"TIME","vessel_id":"another"}',
        '{"time":"2099-01-01T00:00:00Z"}',
        '{"time":"TIME","latitude":"\\u0000\\ud800"}',
        '{"__proto__":{"time":"TIME"}}',
        `{"time":"TIME","latitude":${DEEP}}`,
        `{"time":"TIME","metrics":{"a":${DEEP}}}`,
        DEEP,
      )
      .map((text) => ({ text })),
  )
  .map(
    (value): Element => ({
      json:
        typeof value === "object" && value !== null && "text" in value
          ? String(value.text)
          : JSON.stringify(value),
      isGood: false,
    }),
  );

/** Refused rows that came at a time or later; one that came again is kept once, with its last time. */
async function refusedSince(time: string): Promise<number> {
  const { status, headers, text } = await api.get(
    `/metrics_rejected_view?select=reason&reason=neq.&limit=1&rejected_at=gte.${time}`,
    {
      token: sailor.userToken,
      headers: { Prefer: "count=exact" },
    },
  );
  expect([200, 206], text).toContain(status);
  return Number(headers.get("content-range")?.split("/")[1]);
}

async function stored(): Promise<number> {
  const { headers } = await api.get("/metrics?select=time&limit=1", {
    token: sailor.userToken,
    headers: { Prefer: "count=exact" },
  });
  return Number(headers.get("content-range")?.split("/")[1]);
}

/** Sends the elements and compares the result with the expectation. */
async function expectJudged(
  elements: readonly Element[],
  send: (members: readonly string[]) => Promise<Response>,
): Promise<void> {
  const times: string[] = [];
  const members = elements.map(({ json, isGood }) => {
    const time = nextTime();
    if (isGood) times.push(time);
    return json.replace("TIME", time);
  });
  const before = await stored();
  const started = new Date().toISOString();
  const response = await send(members);
  const text = await response.text();
  expect(response.status, text).toBe(201);
  const accepted: { time: string }[] = JSON.parse(text);
  expect(accepted.map(({ time }) => new Date(time).toISOString())).toEqual(times);
  expect(await stored()).toBe(before + times.length);
  const bad = elements.length - times.length;
  const refused = await refusedSince(started);
  expect(refused).toBeLessThanOrEqual(bad);
  expect(refused).toBeGreaterThanOrEqual(Math.min(bad, 1));
}

function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
) {
  return fetch(service.apiUrl + path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${sailor.vesselToken}`,
      "Content-Type": "application/json",
      Prefer: "return=representation",
      ...headers,
    },
    body,
  });
}

const batch = fc.array(fc.oneof(good, bad), { maxLength: 12 });
const RUNS = { numRuns: 25 };

describe("a batch of anything", () => {
  it("as JSON loses no good row, and keeps each bad one with a reason", async () => {
    const check = (elements: readonly Element[]) =>
      expectJudged(elements, (members) => post("/metrics?select=time", `[${members.join(",")}]`));
    await fc.assert(fc.asyncProperty(batch, check), { ...RUNS, numRuns: 60 });
  });

  it("is judged by what is in its columns, where they are named", async () => {
    const path =
      "/metrics?select=time&columns=time,latitude,longitude,speedoverground,windspeedapparent,client_id,metrics,vessel_id";
    const check = (elements: readonly Element[]) =>
      expectJudged(elements, (members) => post(path, `[${members.join(",")}]`));
    await fc.assert(fc.asyncProperty(batch, check), RUNS);
  });

  it("may be gzipped", async () => {
    const check = (elements: readonly Element[]) =>
      expectJudged(elements, (members) =>
        post("/metrics?select=time", new Uint8Array(gzipSync(`[${members.join(",")}]`)), {
          "Content-Encoding": "gzip",
        }),
      );
    await fc.assert(fc.asyncProperty(batch, check), RUNS);
  });

  it("may be a single value, and the answer is a list even so", async () => {
    const one = fc.oneof(
      good,
      bad.filter(({ json }) => !json.startsWith("[")),
    );
    const check = (element: Element) =>
      expectJudged([element], ([member = ""]) => post("/metrics?select=time", member));
    await fc.assert(fc.asyncProperty(one, check), RUNS);
  });

  it("may be CSV, with lines that break off", async () => {
    const line = fc.oneof(
      fc
        .constantFrom(
          "TIME,59.5,18.25,5.5",
          "TIME,59.5,18.25,NULL",
          "TIME,59.5,18.25",
          "TIME,59.5,18.25,5.5,more",
        )
        .map((json): Element => ({ json, isGood: true })),
      fc
        .constantFrom(
          "TIME,north,18.25,5.5",
          "TIME,91,18.25,5.5",
          "yesterday",
          "NULL,59.5,18.25,5.5",
          "TIME,0,0,0",
          '"TI ME"',
        )
        .map((json): Element => ({ json, isGood: false })),
    );
    const check = (elements: readonly Element[]) =>
      expectJudged(elements, (members) =>
        post("/metrics?select=time", ["time,latitude,longitude,speedoverground", ...members, ""].join("\n"), {
          "Content-Type": "text/csv",
        }),
      );
    await fc.assert(fc.asyncProperty(fc.array(line, { maxLength: 12 }), check), RUNS);
  });
});

describe("elsewhere", () => {
  it("rows that are not alike are refused together, as the protocol says", async () => {
    for (const body of ["[7]", '[{"name":"A"},{"notes":"B"}]', '[{"name":"A"},null]']) {
      for (const table of ["moorages", "metadata"]) {
        const response = await post(`/${table}`, body);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({
          code: "PGRST102",
          message: "All object keys must match",
        });
      }
    }
  });
});
