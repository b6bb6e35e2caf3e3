/** Names of moorages from servers that the operator chose: real HTTP servers that answer in their form, or not at all. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observation } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { startService } from "../../../../../../test/support/service.ts";
import { newSkipper } from "../../../../../../test/support/skipper.ts";
import { placeNaming } from "../../../../src/boat/voyages/places/naming.ts";

type Answering = (response: ServerResponse, asked: Asked) => void;
interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly agent: string;
}

const START = Date.now() - 8 * 3_600_000;
let server: Server;
let url: string;
let asked: Asked[] = [];
let answering: Answering;

const json =
  (value: unknown): Answering =>
  (response) =>
    response.end(JSON.stringify(value));
const marina = (name: string): Answering =>
  json({ name, category: "leisure", type: "marina", address: { town: "Sometown" } });

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  const { pathname: path, searchParams: query } = new URL(request.url ?? "", url);
  const one = { path, query, body, agent: request.headers["user-agent"] ?? "" };
  asked.push(one);
  answering(response, one);
}

beforeAll(async () => {
  server = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked = [];
  answering = marina("Old Harbour");
});

describe("a service with servers of place names", { timeout: 60_000 }, () => {
  it("names moorages, stays and logs by them, and a typed name stays", async () => {
    const service = await startService({
      WAKELOG_NOMINATIM_URL: `${url}/names/`,
      WAKELOG_OVERPASS_URL: `${url}/query`,
      WAKELOG_WEB_URL: "https://log.example.org",
    });
    try {
      answering = (response, one) =>
        one.path === "/query"
          ? json({ elements: [] })(response, one)
          : marina(asked.length > 2 ? "Inner\n  Harbour" : "Outer Harbour")(response, one);
      const skipper = await newSkipper(service);
      await skipper.call("update_user_preferences_fn", { key: "{language}", value: "de" });
      await skipper.send(passage(START, DAY_TRIP));
      const names = async () =>
        (await skipper.rows("/moorages?select=name&order=id")).map((row: { name: string }) => row.name);
      expect((await names()).sort()).toEqual(["Inner Harbour", "Outer Harbour"]);
      const [log] = await skipper.rows(
        "/logbook?select=name,_from,_to&_to_time=not.is.null&order=_from_time",
      );
      expect([log._from, log._to].sort()).toEqual(["Inner Harbour", "Outer Harbour"]);
      expect(log.name).toBe(`${log._from} to ${log._to}`);
      const [stay] = await skipper.rows("/stays?select=name&order=arrived&limit=1");
      expect(stay.name).toBe(log._from);

      const [reverse] = asked.filter((one) => one.path === "/names/reverse");
      expect(reverse?.agent).toMatch(/^Wakelog\/\S+ \(https:\/\/log\.example\.org\)$/);
      expect(Object.fromEntries(reverse?.query ?? [])).toMatchObject({
        format: "jsonv2",
        zoom: "18",
        "accept-language": "de",
        lat: expect.stringMatching(/^-?\d+\.\d{3}$/),
      });
      const [query] = asked.filter((one) => one.path === "/query");
      expect(new URLSearchParams(query?.body).get("data")).toMatch(
        /^\[out:json\]\[timeout:8\];.*around:400,/,
      );
      const before = asked.length;
      await service.drainJobs();
      expect(asked, "nothing is asked twice").toHaveLength(before);
    } finally {
      await service.stop();
    }
  });

  it("asks nothing unless a server is set", async () => {
    const service = await startService();
    try {
      const skipper = await newSkipper(service);
      await skipper.send(passage(START, DAY_TRIP));
      expect(await skipper.rows("/moorages?select=name")).toHaveLength(2);
      expect(asked).toEqual([]);
    } finally {
      await service.stop();
    }
  });
});

describe("naming", { timeout: 60_000 }, () => {
  let database: TestDatabase;
  let boat: Boat;
  let seen: Observation[] = [];
  beforeEach(async () => {
    database = await cloneDatabase();
    boat = await makeBoat(database);
    await boat.post(passage(START, DAY_TRIP));
    await boat.drain();
    seen = [];
    return () => database.drop();
  });
  const moorages = () =>
    boat.rows(sql`select id, name from api.moorages where vessel_id = ${boat.vesselId} order by id`);
  const lookups = () =>
    boat.rows(sql`select tries, due is null as done from app.moorage_lookups order by asked, id`);
  const allDue = () =>
    boat.rows(sql`update app.moorage_lookups set due = now(), asked = now() - interval '2 s'`);
  const run = async (which: "nominatim" | "overpass" | "both" = "nominatim") => {
    const naming = placeNaming({
      service: (work) => database.owner.transaction(work, { role: "wakelog_worker" }),
      nominatimUrl: which === "overpass" ? "" : url,
      overpassUrl: which === "nominatim" ? "" : `${url}/query`,
      userAgent: "Wakelog/test",
      observe: (one) => seen.push(one),
    });
    for (const task of naming.tasks) await task.run();
  };

  it.each<[string, Answering, RegExp]>([
    ["refuses", (response) => response.writeHead(429).end("slow down"), /it answered 429/],
    ["fails", (response) => response.writeHead(500).end(), /it answered 500/],
    [
      "sends elsewhere",
      (response) => response.writeHead(302, { Location: `${url}/x` }).end(),
      /it answered 302/,
    ],
    ["hangs up", (response) => response.destroy(), /gave no name/],
    ["says nothing", () => {}, /no answer within 10 s/],
    ["answers nonsense", (response) => response.end("<html>"), /its answer is not JSON/],
    ["answers in another form", json([1, 2]), /its answer has another form/],
    ["answers without end", (response) => response.end(" ".repeat(300_000)), /is longer than 262144 bytes/],
  ])("keeps the name found without a network where the server %s", async (_, how, reason) => {
    const before = await moorages();
    answering = how;
    await run();
    expect(asked, "one question, and then a rest").toHaveLength(1);
    expect(seen).toEqual([{ kind: "fault", where: "names of places", cause: expect.any(Error) }]);
    expect(String((seen[0] as { cause?: unknown }).cause)).toMatch(reason);
    expect(await lookups()).toEqual([{ tries: 1, done: false }]);
    expect(await moorages()).toEqual(before);
  });

  it("is given up after six tries", async () => {
    answering = (response) => response.writeHead(503).end();
    await boat.rows(sql`delete from api.moorages where id = (select max(id) from api.moorages)`);
    for (let i = 0; i < 5; i++) {
      await run();
      await allDue();
    }
    await run();
    expect(await lookups()).toEqual([{ tries: 6, done: true }]);
    await run();
    expect(asked).toHaveLength(6);
  });

  it("never replaces what a person typed, even while the server is being asked", async () => {
    const [first, second] = await moorages();
    const type = (id: unknown, name: string) =>
      boat.as("user_role", (tx) =>
        tx.run(sql`update api.moorages set name = ${name} where id = ${Number(id)}::int`),
      );
    await type(first?.id, "Ours");
    answering = (response, one) => {
      void type(second?.id, "Granny's jetty").then(() => marina("Old Harbour")(response, one));
    };
    await run();
    expect(asked).toHaveLength(1);
    expect((await moorages()).map(({ name }) => name)).toEqual(["Ours", "Granny's jetty"]);
  });

  it("keeps answers for the next who lies there, and asks again after ninety days", async () => {
    await run();
    expect(asked).toHaveLength(2);
    const again = sql`update app.moorage_lookups set due = now(), asked = now() - interval '2 s'`;
    await boat.rows(again);
    await run();
    expect(asked).toHaveLength(2);
    await boat.rows(sql`update app.place_names set stored = now() - interval '91 days'`);
    await boat.rows(again);
    await run();
    expect(asked).toHaveLength(4);
  });

  it("does not wait for a locked logbook, and names the moorage later without asking again", async () => {
    const before = await moorages();
    await boat.as("wakelog_worker", async (tx) => {
      await tx.run(sql`select app.lock_vessel(${boat.vesselId})`);
      await run();
    });
    expect(await moorages()).toEqual(before);
    expect(await lookups()).toEqual([
      { tries: 1, done: false },
      { tries: 1, done: false },
    ]);
    await allDue();
    await run();
    expect((await moorages()).map(({ name }) => name)).toEqual(["Old Harbour", "Old Harbour"]);
    expect(asked).toHaveLength(2);
  });

  it("asks once a second, however many processes there are", async () => {
    await Promise.all([run(), run(), run()]);
    expect(asked).toHaveLength(2);
    const [apart] = await boat.rows(sql`
      select max(asked) - min(asked) > interval '1 second' as "isEnough" from app.moorage_lookups`);
    expect(apart).toEqual({ isEnough: true });
  });

  it.each<[string, unknown, string | null]>([
    [
      "a street's place",
      { name: "High Street", category: "highway", type: "residential", address: { village: "Ham" } },
      "Ham",
    ],
    [
      "a bay",
      { name: "Blue Bay", category: "natural", type: "bay", address: { village: "Ham" } },
      "Blue Bay",
    ],
    ["nothing on the high seas", { error: "Unable to geocode" }, null],
    [
      "one short line",
      { name: `\u202eA\u0000\n${"b".repeat(200)}`, category: "place", type: "islet" },
      `A ${"b".repeat(78)}`,
    ],
  ])("takes %s", async (_, answer, name) => {
    const before = await moorages();
    answering = json(answer);
    await run();
    expect((await moorages()).map((one) => one.name)).toEqual(before.map((one) => name ?? one.name));
    expect((await lookups()).every(({ done }) => done)).toBe(true);
  });

  it("prefers the nearest harbour that has a name, in the owner's language", async () => {
    const here = (one: Asked) =>
      (/around:400,([^,]+),([^)]+)\)/.exec(decodeURIComponent(one.body)) ?? []).map(Number);
    answering = (response, one) => {
      const [, lat = 0, lon = 0] = here(one);
      const elements = [
        { type: "node", lat: lat + 0.003, lon, tags: { name: "Further" } },
        { type: "way", center: { lat: lat + 0.001, lon }, tags: { name: "Nära", "name:en": "Nearby" } },
        { type: "node", lat, lon, tags: { harbour: "yes" } },
      ];
      json({ elements })(response, one);
    };
    await run("both");
    expect((await moorages()).map((one) => one.name)).toEqual(["Nearby", "Nearby"]);
    expect(asked.map((one) => one.path)).toEqual(["/query", "/query"]);
  });
});
