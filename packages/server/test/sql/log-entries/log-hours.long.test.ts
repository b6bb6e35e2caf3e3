/** Hourly lines of a log: computed from the record. */
import { expect, it } from "vitest";
import { passage } from "../../../../../test/support/passage.ts";
import { enteringForTests, START } from "../../boat/voyages/corrections/entering.ts";

const person = enteringForTests();
const HOUR = 3_600_000;

/** Moored from 6 to 6:40, then under way to 10:10 on a course of 355 to 5 degrees, with more wind each hour. */
const SAILED = passage(START, [
  { stay: "moored", minutes: 40 },
  { sail: 0, knots: 6, minutes: 210 },
  { stay: "anchored", minutes: 120 },
]).map((row) => {
  const minute = (Date.parse(String(row.time)) - START) / 60_000;
  const isUnderWay = minute >= 40 && minute < 250;
  return {
    ...row,
    courseovergroundtrue: isUnderWay ? (minute % 2 === 0 ? 355 : 5) : 90,
    metrics: {
      "environment.outside.pressure": 101_000 + Math.floor(minute / 60) * 100,
      "environment.wind.speedTrue": 5 + Math.floor(minute / 60) + (minute % 60 === 30 ? 6 : 0),
      "environment.wind.directionTrue": (270 * Math.PI) / 180,
    },
  };
});

it("has one for each full hour, with where the boat was then and the means of the hour before", async () => {
  await person.skipper.send(SAILED);
  const [log] = await person.skipper.rows("/logbook?select=id,_from_time,_to_time&limit=1");
  const lines = await person.skipper.rows(`/rpc/log_hours_fn?_id=${log.id}`);
  const hours = lines.map(({ time }: { time: string }) => (Date.parse(time) - START) / HOUR);
  expect(hours).toEqual([1, 2, 3, 4]);
  for (const [n, line] of lines.entries()) {
    expect(line).toMatchObject({
      course: expect.closeTo(0, 0),
      pressure: 1010 + n,
      wind_speed: expect.closeTo(((5 + n + 6 / 60) * 3600) / 1852, 0),
      gust: expect.closeTo(((11 + n) * 3600) / 1852, 1),
      wind_direction: 270,
      longitude: expect.closeTo(22.9, 3),
    });
  }
  expect(lines[2].speed).toBe(6);
  expect(lines[2].latitude - lines[1].latitude).toBeCloseTo(6 / 60, 3);
});

it("is computed again of whatever logs there are", async () => {
  await person.skipper.send(SAILED);
  const [log] = await person.skipper.rows("/logbook?select=id&limit=1");
  const times = async (id: number): Promise<string[]> =>
    (await person.skipper.rows(`/rpc/log_hours_fn?_id=${id}`)).map(({ time }: { time: string }) => time);
  const whole = await times(log.id);
  const at = new Date(START + 2.5 * HOUR).toISOString();
  expect((await person.skipper.call("split_logbook_fn", { _id: log.id, split_time: at })).status).toBe(200);
  const parts: readonly { id: number }[] = await person.skipper.rows("/logbook?select=id&order=_from_time");
  expect((await Promise.all(parts.map(({ id }) => times(id)))).flat()).toEqual(whole);
  expect(await times(999_999)).toEqual([]);
});
