/** What the two addresses answer otherwise: a boat's own rows, asked at both. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SailedBoat, sailedBoat } from "../../clients/sailed-boat.ts";

let boat: SailedBoat;
beforeAll(async () => {
  boat = await sailedBoat();
});
afterAll(() => boat.stop());

type Headers = Readonly<Record<string, string>>;
const asked = (path: string, headers: Headers = {}) =>
  boat.api.get(path, { token: boat.sailor.userToken, headers });

/** What the root and `/v2` answer. */
async function both(path: string, headers: Headers = {}) {
  return [await asked(path, headers), await asked(`/v2${path}`, headers)] as const;
}

describe("an upsert", () => {
  const upsert = { Prefer: "resolution=merge-duplicates" };

  test("that inserts nothing is 201, at /v2 200; a PUT that inserts is 200, at /v2 201 (row 12)", async () => {
    const send = async (base: string) => {
      const ask = { token: boat.sailor.vesselToken, headers: upsert };
      return (await boat.api.post(`${base}/metadata?on_conflict=vessel_id`, { name: "Kapla" }, ask)).status;
    };
    expect([await send(""), await send("/v2")]).toEqual([201, 200]);
    const put = async (base: string, id: number) => {
      const answer = await boat.api.send("PUT", `${base}/moorages?id=eq.${id}`, {
        token: boat.sailor.userToken,
        body: { id, name: "bay", latitude: 60, longitude: 23 },
      });
      return [answer.status, answer.text];
    };
    const made = (await asked("/moorages?select=id&order=id.desc&limit=1")).json[0].id;
    expect(await put("", made)).toEqual(await put("/v2", made));
  });
});

describe("the description", () => {
  test("has the second generation's names and place (row 13)", async () => {
    const [first, second] = (await both("/")).map(({ json }) => json);
    expect([first.basePath, second.basePath]).toEqual(["/", "/v2"]);
    const names = ["telegram", "telegram_otp_fn", "telegram_fn", "pushover_fn", "pushover_subscribe_link_fn"];
    const twins = ["messenger", "messenger_otp_fn", "messenger_fn", "push_fn", "push_subscribe_link_fn"];
    const of = (all: readonly string[], { paths }: { paths: object }) =>
      all.filter((name) => Object.hasOwn(paths, `/rpc/${name}`));
    expect([of(twins, first), of(names, first)]).toEqual([twins, []]);
    expect([of(twins, second), of(names, second)]).toEqual([[], names]);
    const columns = (document: typeof first, name: string) =>
      Object.keys(document.definitions[name].properties);
    expect(columns(second, "versions_view")).toEqual([
      "api_version",
      "sys_version",
      "timescaledb",
      "postgis",
      "postgrest",
    ]);
    expect(columns(second, "metadata")).toContain("signalk_version");
    expect(columns(second, "metadata")).not.toContain("navdata_version");
    expect(JSON.stringify(second.paths["/rpc/telegram_fn"])).toContain("telegram_obj");
    expect(Object.keys(second.parameters)).toContain("rowFilter.metadata.signalk_version");
    expect(JSON.stringify(second)).not.toContain('navdata_version"');
  });

  test("refers only to what it holds", async () => {
    const { json, text } = await asked("/v2/");
    const referred = [...text.matchAll(/"\$ref":"#\/(\w+)\/([^"]+)"/g)];
    expect(referred.length).toBeGreaterThan(100);
    for (const [, part = "", name = ""] of referred) expect(Object.keys(json[part])).toContain(name);
  });

  test("tells strangers what they may call", async () => {
    const { paths } = (await boat.api.get("/v2/")).json;
    const told = ["signup", "login", "reset", "recover", "pushover_fn", "telegram_fn", "telegram_otp_fn"];
    for (const name of [...told, "telegram", "ispublic_fn"])
      expect(Object.keys(paths)).toContain(`/rpc/${name}`);
  });
});

describe("a document", () => {
  test("is JSON by default, at /v2 itself (row 17)", async () => {
    const [{ id }] = (await asked("/logs_view?select=id&limit=1")).json;
    for (const path of [`/rpc/export_logbook_gpx_fn?_id=${id}`, "/rpc/export_logbooks_kml_fn"]) {
      for (const headers of [{}, { Accept: "*/*" }]) {
        const [first, second] = await both(path, headers);
        expect(first.headers.get("content-type")).toBe("application/json; charset=utf-8");
        expect(second.headers.get("content-type")).toBe("text/xml; charset=utf-8");
        expect(second.text).toBe(first.json);
      }
      const [first, second] = await both(path, { Accept: "application/json" });
      expect(second.text).toBe(first.text);
    }
  });
});
