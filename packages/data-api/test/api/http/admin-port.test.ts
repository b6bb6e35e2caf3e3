/** Operators' requests on a separate port. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DataApi, startDataApi } from "../../../src/command/server.ts";
import { readSettings } from "../../../src/command/settings.ts";
import { type Served, type Server, serveFixture } from "./served.ts";

let served: Served;
let well: Server;
let away: DataApi;
beforeAll(async () => {
  served = await serveFixture();
  well = await served.start({ "admin-server-port": "0" });
  const file = new Map([
    ["db-uri", "postgresql://unknown@127.0.0.1:1/nothing"],
    ["server-host", "127.0.0.1"],
    ["server-port", "0"],
    ["admin-server-port", "0"],
  ]);
  away = await startDataApi(
    () => readSettings({ file }),
    () => {},
  );
});
afterAll(async () => {
  await away.stop();
  await served.close();
});

const status = async (api: DataApi, path: string): Promise<number> =>
  (await fetch(`${api.adminUrl}${path}`)).status;

describe("the admin port", () => {
  it("is not there unless it is set", async () => {
    expect((await served.start()).api.adminUrl).toBeNull();
  });

  it.each([
    ["/live", 200],
    ["/ready", 200],
    ["/metrics", 200],
    ["/", 404],
    ["/sites", 404],
    ["/schema_cache", 404],
    ["/live/x", 404],
  ])("answers %s with %i while all is well", async (path, expected) => {
    expect(await status(well.api, path)).toBe(expected);
  });

  it.each([
    ["/live", 200],
    ["/ready", 503],
    ["/metrics", 200],
    ["/nothing", 404],
  ])("answers %s with %i while the database is away", async (path, expected) => {
    expect(await status(away, path)).toBe(expected);
  });

  it("is apart from the API, where these names are relations", async () => {
    for (const path of ["/live", "/ready", "/metrics"]) {
      expect((await well.send("GET", path)).status).toBe(404);
    }
  });
});

describe("the API while the database is away", () => {
  it("answers 503 PGRST002 and says when to come again", async () => {
    const answer = await fetch(`${away.where}/sites`);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: "PGRST002" }]);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  });
});
