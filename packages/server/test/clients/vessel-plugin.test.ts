/** The vessel plugins 0.2.0 and 0.6.0: their requests from start to drained buffer, and what counts as success. */
import { beforeAll, describe, expect, test } from "vitest";
import { newSailor, type Sailor } from "../../../../test/support/client.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { sampleVoyage } from "../../src/boat/voyages/ingest/sample-voyage.ts";

const service = serviceForTests();
const { api } = service;

interface Plugin {
  readonly version: string;
  readonly prefer: string;
  /** Whether it takes an answer to its description for success. */
  readonly takes: (status: number) => boolean;
  readonly described: Readonly<Record<string, unknown>>;
  /** Members of each of its rows. */
  readonly row: Readonly<Record<string, unknown>>;
}

const PLUGINS: readonly Plugin[] = [
  {
    version: "0.2.0",
    prefer: "return=headers-only,resolution=merge-duplicates",
    takes: (status) => status === 201,
    described: { client_id: "vessels.urn:mrn:imo:mmsi:230099999" },
    row: { client_id: "vessels.urn:mrn:imo:mmsi:230099999" },
  },
  {
    version: "0.6.0",
    prefer: "missing=default,return=headers-only,resolution=merge-duplicates",
    takes: (status) => status === 200 || status === 201,
    described: { platform: "linux arm64", available_keys: [{ key: "navigation.log", unit: "m" }] },
    row: {},
  },
];
const BATCH = 31;

describe.each(PLUGINS)("plugin $version", (plugin) => {
  let boat: Sailor;
  const ask = (prefer?: string) => ({
    token: boat.vesselToken,
    headers: {
      "User-Agent": `postgsail.signalk v${plugin.version}`,
      "Content-Type": "application/json",
      Accept: "application/json",
      ...(prefer === undefined ? {} : { Prefer: prefer }),
    },
  });
  const describeVessel = () =>
    api.post(
      "/metadata?on_conflict=vessel_id",
      {
        name: "Kapla",
        mmsi: null,
        length: 11.5,
        beam: 3.6,
        height: 17,
        ship_type: 36,
        plugin_version: plugin.version,
        signalk_version: "2.32.0",
        time: new Date().toISOString(),
        ...plugin.described,
      },
      ask(plugin.prefer),
    );

  beforeAll(async () => {
    boat = await newSailor(api);
  });

  test("describes the vessel each hour, and is answered without a body each time", async () => {
    for (let hour = 0; hour < 3; hour++) {
      const answer = await describeVessel();
      expect(plugin.takes(answer.status), String(answer.status)).toBe(true);
      expect(answer.headers.get("content-length")).toBe("0");
      expect(answer.headers.get("content-type")).toBeNull();
    }
    const [row] = (await api.get("/metadata", ask())).json;
    expect(row).toMatchObject({
      plugin_version: plugin.version,
      navdata_version: "2.32.0",
      ...plugin.described,
    });
  });

  test("asks for its configuration, changed or not, and gets a list", async () => {
    const all = await api.get("/metadata?select=configuration", ask());
    expect([all.status, all.json]).toEqual([200, [{ configuration: null }]]);
    const since = new Date(Date.now() - 60_000).toISOString();
    const path = `/metadata?select=configuration&configuration-%3E%3Eupdate_at=gt.${since}`;
    const unchanged = await api.get(path, ask());
    expect([unchanged.status, unchanged.json]).toEqual([200, []]);
    const update_at = new Date().toISOString();
    const configuration = { depthKey: "environment.depth.belowKeel", update_at };
    await api.patch("/metadata?plugin_version=not.is.null", { configuration }, ask());
    expect((await api.get(path, ask())).json).toEqual([{ configuration }]);
  });

  test("drains its buffer in batches, each answered by the times it sent", async () => {
    const buffer = sampleVoyage(new Date(Date.now() - 60_000)).map((row, i) => ({
      ...row,
      ...plugin.row,
      // Before the first speed is known it sends none.
      speedoverground: i === 0 ? null : row.speedoverground,
    }));
    while (buffer.length > 0) {
      const batch = buffer.slice(0, BATCH);
      const answer = await api.post("/metrics?select=time", batch, ask("return=representation"));
      expect(answer.status, answer.text).toBe(201);
      const times: string[] = answer.json.map((row: { time: string }) => row.time);
      expect(times.map((time) => new Date(time).toISOString())).toEqual(batch.map((row) => row.time));
      const last = new Date(times.at(-1) ?? 0).toISOString();
      buffer.splice(0, buffer.filter((row) => row.time <= last).length);
    }
    await service.drainJobs();
    const logs = (await api.get("/logs_view", { token: boat.userToken })).json;
    expect(logs).toHaveLength(1);
    expect(logs[0].distance).toBeGreaterThan(5);
  });

  test("gets 401 when its token was replaced, and goes on with the new one", async () => {
    const rotated = await api.post("/rpc/rotate_vessel_token_fn", {}, { token: boat.userToken });
    const refused = await describeVessel();
    expect(plugin.takes(refused.status)).toBe(false);
    boat = { ...boat, vesselToken: rotated.json.token };
    expect(plugin.takes((await describeVessel()).status)).toBe(true);
  });
});
