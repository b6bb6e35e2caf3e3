/** Values that PostgreSQL can store but that make no sense: refused with a sentence from any sender. */

import type { Observation } from "@wakelog/kit/observe.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";

const failures: Observation[] = [];
const service = serviceForTests({}, (seen) => {
  if (seen.kind === "job-failed" || seen.kind === "fault") failures.push(seen);
});
const { api } = service;
let skipper: Skipper;
beforeEach(async () => {
  failures.length = 0;
  skipper = await newSkipper(service);
});

const TIMES = { _from_time: "2026-05-01T08:00:00Z", _to_time: "2026-05-01T10:00:00Z" };
const ENDS = { _from_lat: 59.5, _from_lng: 22.5, _to_lat: 59.6, _to_lng: 22.7 };
const FAR = ["290000-01-01T00:00:00Z", "290001-01-01T00:00:00Z"] as const;
const PAST = ["4713-01-01 BC", "4712-01-01 BC"] as const;
const WHERE = { latitude: 59.5, longitude: 22.5 };
const ELSEWHERE = { name: "Nowhere", geog: { type: "Point", coordinates: [22, 59] } };

const entries: readonly (readonly [string, object, string])[] = [
  ...["NaN", "Infinity", "-Infinity", "1e300", "1e400", -5].flatMap((number) => [
    ["/logbook", { ...TIMES, ...ENDS, distance: number }, "The distance of a log cannot be "] as const,
  ]),
  ...["NaN", "Infinity", -5].flatMap((number) => [
    ["/logbook", { ...TIMES, max_speed: number }, "The highest speed of a log cannot be "] as const,
    ["/logbook", { ...TIMES, max_wind_speed: number }, "The strongest wind of a log cannot be "] as const,
  ]),
  ["/logbook", { _from_time: FAR[0], _to_time: FAR[1] }, "A log must be in the years 1 to 9999"],
  ["/logbook", { _from_time: PAST[0], _to_time: PAST[1] }, "A log must be in the years 1 to 9999"],
  ["/logbook", { ...TIMES, _to_time: FAR[1] }, "A log must be in the years 1 to 9999"],
  ["/stays", { ...WHERE, arrived: FAR[0], departed: FAR[1] }, "A stay must be in the years 1 to 9999"],
  ["/stays", { ...WHERE, arrived: PAST[0] }, "A stay must be in the years 1 to 9999"],
  ["/logbook", { ...TIMES, extra: "a text" }, "extra must be a JSON object"],
  ["/logbook", { ...TIMES, extra: [1] }, "extra must be a JSON object"],
  ["/moorages", { ...ELSEWHERE, latitude: "NaN", longitude: 12 }, "The position NaN, 12 is not on Earth"],
  ["/moorages", { ...ELSEWHERE, latitude: 12, longitude: 999 }, "The position 12, 999 is not on Earth"],
];

describe("an entry that nothing can be made of", () => {
  it.each(entries)("is refused on %s: %j", async (path, body, sentence) => {
    const { userToken, vesselToken } = skipper.sailor;
    for (const token of [userToken, vesselToken]) {
      const answer = await api.post(path, body, { token });
      expect(answer.status, answer.text).toBe(400);
      expect(answer.json.code).toBe("22023");
      expect(answer.json.message).toContain(sentence);
    }
  });

  it("is refused where it changes one that is there", async () => {
    const token = skipper.sailor.userToken;
    const headers = { Prefer: "return=representation" };
    const log = await api.post("/logbook", { ...TIMES, ...ENDS }, { token, headers });
    const moorage = await api.post("/moorages", { name: "Home", ...WHERE }, { token, headers });
    const changes: readonly (readonly [string, object])[] = [
      [`/logbook?id=eq.${log.json[0].id}`, { distance: "NaN" }],
      [`/logbook?id=eq.${log.json[0].id}`, { extra: 5 }],
      [`/log_view?id=eq.${log.json[0].id}`, { extra: 5 }],
      [`/logbook?id=eq.${log.json[0].id}`, { _to_time: FAR[1] }],
      [`/moorages?id=eq.${moorage.json[0].id}`, { latitude: 91 }],
    ];
    for (const [path, body] of changes) {
      const answer = await api.patch(path, body, { token });
      expect([answer.status, answer.json?.code], `${path} ${answer.text}`).toEqual([400, "22023"]);
    }
    await service.drainJobs();
    expect(failures).toEqual([]);
    expect((await skipper.rows("/logs_view"))[0]).toMatchObject({ from: "Home" });
    for (const name of ["export_logbooks_gpx_fn", "export_logbooks_kml_fn", "export_moorages_gpx_fn"]) {
      expect((await api.post(`/rpc/${name}`, {}, { token })).status, name).toBe(200);
    }
  });
});
