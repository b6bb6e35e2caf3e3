/** Monitoring under the names of later clients. */
import { expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { watchedBoat } from "../../boat/monitoring/watched-boat.ts";

const { api } = serviceForTests();

const FIELDS =
  "watertemperature insidetemperature outsidetemperature windspeedoverground insidehumidity outsidehumidity " +
  "outsidepressure insidepressure batterycharge batteryvoltage depth";

it("has the same means by every key as history_metrics, and null without measurements", async () => {
  const boat = await watchedBoat(api);
  expect((await boat.call("monitoring_history_fn")).json).toEqual({ history: [], history_metrics: null });
  await boat.send([
    { minute: -90, metrics: { "environment.depth.belowTransducer": 4 } },
    { minute: -30, metrics: { "environment.depth.belowTransducer": 6, "environment.wind.speedTrue": 5 } },
  ]);
  for (const hours of ["24", "48", "72", "168", 24]) {
    const { history, history_metrics } = (await boat.call("monitoring_history_fn", { time_interval: hours }))
      .json;
    for (const bucket of history_metrics)
      expect(Object.keys(bucket).sort()).toEqual(["time_bucket", ...FIELDS.split(" ")].sort());
    expect(
      history_metrics.map(({ time_bucket: time, ...means }: Readonly<Record<string, unknown>>) => ({
        time,
        ...Object.fromEntries(Object.entries(means).filter(([, mean]) => mean !== null)),
      })),
    ).toEqual(history);
  }
});

it.each([
  [{ "environment.wind.speedTrue": 5 }, 5, 5],
  [{ "environment.wind.speedOverGround": 7 }, 7, 7],
  [{ "environment.wind.speedTrue": 5, "environment.wind.speedOverGround": 7 }, 7, 5],
  [{}, null, null],
])("shows the wind of %j in both views", async (metrics, overGround, trueWind) => {
  const boat = await watchedBoat(api);
  await boat.send([{ minute: -1, metrics }]);
  const wind = async (view: string) =>
    (await boat.rows(`/${view}?select=windspeedoverground`))[0].windspeedoverground;
  expect([await wind("monitoring_view"), await wind("monitoring_live")]).toEqual([overGround, trueWind]);
});
