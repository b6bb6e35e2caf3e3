/** Logs that a user drew before the boat has sent anything: they are split, joined and taken back like others. */
import { expect, it } from "vitest";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper } from "../../../../../../test/support/skipper.ts";

const service = serviceForTests();
const { api } = service;

it("is split, joined and taken back, and stays when rows come", async () => {
  const skipper = await newSkipper(service);
  const { userToken: token } = skipper.sailor;
  const draw = async (from: string, to: string, latitude: number): Promise<number> => {
    const log = {
      ...{ _from_time: `2026-05-01T${from}:00Z`, _to_time: `2026-05-01T${to}:00Z` },
      ...{ _from_lat: latitude, _from_lng: 22.5, _to_lat: latitude + 0.1, _to_lng: 22.7 },
    };
    const made = await api.post("/logbook", log, { token, headers: { Prefer: "return=representation" } });
    expect(made.status, made.text).toBe(201);
    return made.json[0].id;
  };
  const first = await draw("08:00", "10:00", 59.5);
  const second = await draw("11:00", "12:00", 59.6);
  await service.drainJobs();
  const logs = () => skipper.rows("/logbook?select=id,_from_time,_to_time,distance&order=_from_time");
  const drawn = await logs();
  expect(drawn.map(({ id }: { id: number }) => id)).toEqual([first, second]);

  const split = (await skipper.call("split_logbook_fn", { _id: first, split_time: "2026-05-01T09:00:00Z" }))
    .json;
  await service.drainJobs();
  const [one, two, rest] = await logs();
  expect(split.logs).toEqual([one.id, two.id]);
  expect([one.id, one._to_time, two._from_time, rest]).toEqual([
    first,
    ...Array(2).fill("2026-05-01T09:00:00+00:00"),
    drawn[1],
  ]);
  expect(one.distance + two.distance).toBeCloseTo(drawn[0].distance, 3);

  const joined = (await skipper.call("merge_logbook_fn", { id_start: first, id_end: second })).json;
  await service.drainJobs();
  expect(joined.logs).toEqual([first]);
  expect(await logs()).toMatchObject([
    { id: first, _from_time: drawn[0]._from_time, _to_time: drawn[1]._to_time },
  ]);

  for (const { edit } of [joined, split]) await skipper.call("undo_edit_fn", { _id: edit });
  await service.drainJobs();
  expect(await logs()).toEqual(drawn);

  await skipper.send(passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP));
  expect((await logs()).slice(0, 2)).toEqual(drawn);
  expect(await logs()).toHaveLength(4);
});
