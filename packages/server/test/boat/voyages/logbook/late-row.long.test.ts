import { describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { type Part, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

const HOUR = 3_600_000;
const START = Date.now() - 8 * 24 * HOUR;
const service = serviceForTests();
const { api } = service;

const TRIPS = Array.from({ length: 3 }, (_, n): Part[] => [
  { sail: n % 2 === 0 ? 160 : 340, knots: 5, minutes: 90 },
  { stay: "anchored", minutes: 1200 },
]).flat();

async function logbook({ userToken: token }: Sailor) {
  await service.drainJobs();
  const rows = async (path: string) => (await api.get(path, { token })).json;
  return {
    logs: await rows("/logbook?select=id,name,_from_time,_to_time,distance&order=_from_time"),
    stays: await rows("/stays?select=id,name,arrived,departed&order=arrived"),
    moorages: await rows("/moorages?select=id,name,reference_count&order=id"),
  };
}

describe("a late row in a boat's first long stay", () => {
  it.each([
    [1, 0.5],
    [12, 0.5],
    [30, 0.5],
    [30, 25],
    [60, 0.5],
    [60, 25],
    [60, 59],
  ])("of %s h, at %s h, changes neither the logs nor what people named", async (hours, late) => {
    const sailor = await newSailor(api, `Late ${hours} ${late}`);
    const rows = passage(START, [{ stay: "moored", minutes: hours * 60 }, ...TRIPS]);
    const send = async (more: readonly unknown[]) => {
      const answer = await api.post("/metrics?select=time", more, { token: sailor.vesselToken });
      expect(answer.status).toBe(201);
    };
    for (let at = 0; at < rows.length; at += 250) await send(rows.slice(at, at + 250));
    const { logs } = await logbook(sailor);
    expect(logs).toHaveLength(3);
    const named = await api.patch(
      `/logbook?id=eq.${logs[0].id}`,
      { name: "Out to the skerries" },
      { token: sailor.userToken },
    );
    expect(named.status).toBeLessThan(300);
    const before = await logbook(sailor);
    expect(before).toMatchObject({
      logs: [{ name: "Out to the skerries" }, {}, {}],
      stays: [{}, {}, {}, {}],
    });

    await send([{ ...rows[0], time: new Date(START + late * HOUR + 7000).toISOString() }]);
    expect(await logbook(sailor)).toEqual(before);
  });
});
