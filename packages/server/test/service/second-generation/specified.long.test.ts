/** Every resource, column and procedure of the second generation's tables, asked at both addresses. */
import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Answer, Ask } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import type { Skipper } from "../../../../../test/support/skipper.ts";
import type { Ids } from "./specified/procedure.ts";
import { NOT_OFFERED, PROCEDURES } from "./specified/procedures.ts";
import { ASKED_FOR, RESOURCES, UNKNOWN_HERE } from "./specified/resources.ts";
import { typeAt } from "./specified/types.ts";
import { knownBoat } from "./specified/voyage.ts";

const service = serviceForTests();
const BASES = ["", "/v2"] as const;
let skipper: Skipper;
let ids: Ids;
beforeAll(async () => {
  ({ skipper, ...ids } = await knownBoat(service));
}, 180_000);

const own = (ask: Ask = {}): Ask => ({ token: skipper.sailor.userToken, ...ask });
const get = (path: string, ask: Ask = {}) => service.api.get(path, own(ask));
/** What does not fit, as `place: reason`. */
const misfits = (type: z.ZodType, value: unknown): readonly string[] =>
  (type.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe.each(BASES)("at %j", (base) => {
  describe.each(Object.entries(RESOURCES))("%s", (resource, columns) => {
    test("has its columns with their types", async () => {
      const names = Object.keys(columns);
      const { status, json } = await get(`${base}/${resource}?select=${names.join()}`);
      expect([status, json.length > 0 ? null : json]).toEqual([200, null]);
      const rows: readonly Readonly<Record<string, unknown>>[] = json;
      const faults = rows.flatMap((row) =>
        Object.entries(columns).flatMap(([name, type]) =>
          misfits(typeAt(type, base), row[name]).map((fault) => `${name} ${fault}`),
        ),
      );
      expect([...new Set(faults)]).toEqual([]);
      // A type that was never seen was not checked.
      const unseen = names.filter((name) => rows.every((row) => row[name] === null));
      expect(unseen.filter((name) => !UNKNOWN_HERE.has(`${resource}.${name}`))).toEqual([]);
    });

    test("has them among all", async () => {
      const [row] = (await get(`${base}/${resource}?limit=1`)).json;
      const missing = Object.keys(columns).filter((name) => !(name in row));
      expect(missing).toEqual(Object.keys(columns).filter((name) => ASKED_FOR[base](resource, name)));
    });
  });

  test("procedures answer in their forms, and those that only read by GET too", async () => {
    for (const { name, args = () => ({}), get: reads, answer } of PROCEDURES) {
      const sent = args(ids);
      const query = new URLSearchParams(
        Object.entries(sent).map(([key, value]): [string, string] => [key, `${value}`]),
      );
      const headers = { Accept: "application/json" };
      const answers = [await service.api.post(`${base}/rpc/${name}`, sent, own({ headers }))];
      const byGet = await get(`${base}/rpc/${name}?${query}`, { headers });
      if (reads) answers.push(byGet);
      else expect([name, byGet.status]).toEqual([name, 405]);
      for (const { status, json } of answers) {
        expect([name, sent, status, misfits(typeAt(answer, base), json)]).toEqual([name, sent, 200, []]);
      }
    }
  });

  test("hosted services' own names are not there", async () => {
    for (const name of NOT_OFFERED) {
      const answer = await service.api.post(`${base}/rpc/${name}`, {}, own());
      expect([name, answer.status]).toEqual([name, 404]);
    }
  });
});

describe("the protocol", () => {
  const isEmpty = ({ text, headers }: Answer) => [text, headers.get("content-type")];

  test.each([
    ["", 201],
    ["/v2", 200],
  ] as const)("at %j says that an upsert inserted nothing, without a body", async (base, merged) => {
    const [{ id, name }] = await skipper.rows("/moorages?order=id&limit=1");
    const headers = { Prefer: "resolution=merge-duplicates" };
    const again = await service.api.post(`${base}/moorages`, { id, name }, own({ headers }));
    expect([again.status, ...isEmpty(again), again.headers.get("content-length")]).toEqual([
      ...[merged, "", null, "0"],
    ]);
  });

  test.each(BASES)("at %j answers what has no result with 204 and nothing", async (base) => {
    for (const [name, value] of [
      ["update_trip_notes_fn", '["fog"@2000-01-01T00:00:00Z]'],
      ["delete_trip_entry_fn", "[2000-01-01T00:00:00Z, 2000-01-02T00:00:00Z]"],
    ] as const) {
      for (const _id of [ids.log, 2_147_483_647]) {
        const answer = await service.api.post(`${base}/rpc/${name}`, { _id, update_string: value }, own());
        expect([name, answer.status, ...isEmpty(answer)]).toEqual([name, 204, "", null]);
      }
      const wrong = await service.api.post(`${base}/rpc/${name}`, { _id: 1, update_string: "x" }, own());
      expect([name, wrong.status, wrong.json.code]).toEqual([name, 400, "22P02"]);
    }
  });

  test("documents have the type that was asked for", async () => {
    const path = `/rpc/export_logbook_gpx_trip_fn?_id=${ids.log}`;
    const type = async (base: string, Accept: string, of = path) => {
      const { status, headers, text } = await get(`${base}${of}`, { headers: { Accept } });
      return [status, headers.get("content-type")?.split(";")[0], text.startsWith("<?xml")];
    };
    for (const base of BASES) {
      expect(await type(base, "text/xml")).toEqual([200, "text/xml", true]);
      expect(await type(base, "application/json")).toEqual([200, "application/json", false]);
    }
    expect(await type("", "*/*")).toEqual([200, "application/json", false]);
    expect(await type("/v2", "*/*")).toEqual([200, "text/xml", true]);
    for (const base of BASES) {
      for (const wrong of ["?_id=0", "?_id=-1", ""]) {
        const answer = await get(`${base}/rpc/export_logbook_gpx_trip_fn${wrong}`);
        expect([wrong, answer.status, answer.json.code]).toEqual([wrong, 400, "22023"]);
      }
      const polar = `/rpc/export_logbook_polar_csv_fn?_id=${ids.log}`;
      for (const Accept of ["text/csv", "text/plain"]) {
        const answer = await get(`${base}${polar}`, { headers: { Accept } });
        expect([Accept, answer.headers.get("content-type")?.split(";")[0], answer.text]).toEqual([
          ...[Accept, Accept, "twa/tws;6;8\n40;4.2;5.03"],
        ]);
      }
    }
  });

  test.each(BASES)("at %j knows the filters that clients send", async (base) => {
    for (const [query, number] of [
      ["/logs_view?name=ilike(any).{*a*,*o*}", null],
      ["/logs_view?name=like(any).{*}", 2],
      ['/logs_view?tags=cs.[["race"]]', 1],
      ["/logs_view?duration=gte.PT3H", 1],
      ["/log_view?extra->>tags=is.null&select=id", 1],
      ["/metadata?select=polar:user_data->>polar,polar_updated_at:user_data->>polar_updated_at", 1],
      ["/metrics?select=time", null],
    ] as const) {
      const { status, json } = await get(base + query);
      expect([query, status, number === null || json.length]).toEqual([query, 200, number ?? true]);
      if (query.startsWith("/metrics")) expect(json.length).toBeGreaterThan(500);
    }
    const counted = await get(`${base}/metrics?select=time&limit=1&offset=3`, {
      headers: { Prefer: "count=exact" },
    });
    expect(counted.headers.get("content-range")).toMatch(/^3-3\/\d{3}$/);
  });

  test.each(BASES)("at %j refuses with the status that clients read", async (base) => {
    expect((await get(`${base}/nothing_here`)).status).toBe(404);
    expect((await get(`${base}/rpc/nothing_here`)).status).toBe(404);
    expect((await get(`${base}/logs_view/1`)).status).toBe(404);
    expect((await service.api.get(`${base}/logs_view`, { token: "x.y.z" })).status).toBe(401);
    const credentials = { email: skipper.sailor.email, pass: "wrong wind 7" };
    expect((await service.api.post(`${base}/rpc/login`, credentials)).status).toBe(401);
    const preflight = await service.api.send("OPTIONS", `${base}/logs_view`, {
      headers: {
        Origin: "https://sail.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x-is-public, prefer, authorization, content-type",
      },
    });
    const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
    for (const name of ["x-is-public", "prefer", "authorization", "content-type"])
      expect(allowed === "*" || allowed.includes(name)).toBe(true);
  });

  test("a user without a boat gets 551", async () => {
    const person = { email: "ashore@example.org", pass: "fair winds 7", firstname: "Elias", lastname: "Maa" };
    const { token } = (await service.api.post("/rpc/signup", person)).json;
    for (const base of BASES)
      expect((await service.api.get(`${base}/logs_view`, { token })).status).toBe(551);
  });
});
