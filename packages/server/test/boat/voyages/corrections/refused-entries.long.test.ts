/** Logs and stays that cannot be entered: they overlap others, end before they begin, or are off the earth. */
import { describe, expect, it } from "vitest";
import { newSkipper } from "../../../../../../test/support/skipper.ts";
import { at, DAY, ENDS, enteringForTests, ROWS, START } from "./entering.ts";

const person = enteringForTests();

describe("what cannot be", () => {
  const TIMES = { _from_time: at(-300), _to_time: at(-200) };
  it.each<[string, string, object, RegExp]>([
    [
      "a log that ends before it begins",
      "/logbook",
      { _from_time: at(60), _to_time: at(0) },
      /not after its beginning/,
    ],
    ["a log that never ends", "/logbook", { _from_time: at(0), _to_time: "infinity" }, /needs real times/],
    [
      "a log off the earth",
      "/logbook",
      { ...TIMES, ...ENDS, _to_lat: 91 },
      /^The position 91, 22.7 is not on Earth$/,
    ],
    [
      "a log in the web view that overlaps one",
      "/log_view",
      { started: at(100), ended: at(120) },
      /^The log overlaps log \d+, which lasts from 2026-06-01 07:00 UTC to 2026-06-01 07:50 UTC$/,
    ],
    ["a log around one", "/logbook", { _from_time: at(-10), _to_time: at(500) }, /overlaps log/],
    [
      "a log of a vessel that is not named",
      "/logbook",
      { vessel_id: null, _from_time: at(-10), _to_time: at(500) },
      /overlaps log/,
    ],
    [
      "a stay that ends before it begins",
      "/stays",
      { arrived: at(60), departed: at(0) },
      /^The stay would end at/,
    ],
    ["a stay off the earth", "/stays", { latitude: 1, longitude: 181, arrived: at(-60) }, /not on Earth/],
    [
      "a stay that overlaps one",
      "/stays",
      { latitude: 1, longitude: 1, arrived: at(-60), departed: at(30) },
      /^The stay overlaps stay \d+/,
    ],
  ])("is refused with a sentence: %s", async (_, path, body, message) => {
    await person.skipper.send(ROWS);
    const answer = await person.post(path, body);
    expect([answer.status, answer.json.code]).toEqual([400, "22023"]);
    expect(answer.json.message).toMatch(message);
    expect(answer.json.hint).toMatch(/\.$/);
    expect(answer.json.details).toBeNull();
  });

  it("is refused when it is changed so, too; and a recorded log's times are the measurements'", async () => {
    await person.skipper.send(ROWS);
    const [recorded] = await person.skipper.rows("/logbook?order=_from_time");
    const id = await person.enter("/logbook", { ...ENDS, ...TIMES });
    expect((await person.patch(`/logbook?id=eq.${id}`, { _to_time: at(70) })).json.message).toMatch(
      /overlaps log/,
    );
    expect((await person.patch(`/logbook?id=eq.${id}`, { _to_time: at(-400) })).json.message).toMatch(
      /not after/,
    );
    const refused = await person.patch(`/logbook?id=eq.${recorded.id}`, { _to_time: at(105) });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      `Log ${recorded.id} was recorded, so its times, positions, distance and track follow from the measurements`,
    ]);
    const [stay] = await person.skipper.rows("/stays?order=arrived");
    expect((await person.patch(`/stays?id=eq.${stay.id}`, { departed: at(-1) })).json.message).toMatch(
      /not after/,
    );
  });

  it("does not stop a log beside another, a log within a stay, or a stay after all that is recorded", async () => {
    await person.skipper.send(ROWS);
    await person.enter("/logbook", { ...ENDS, _from_time: at(110), _to_time: at(130) });
    await person.enter("/logbook", { ...ENDS, _from_time: at(130), _to_time: at(150) });
    expect((await person.skipper.logs(START)).map(([, from, to]) => [from, to])).toEqual([
      [60, 110],
      [110, 130],
      [130, 150],
      [230, 278],
    ]);
    await person.enter("/stays", {
      latitude: 58,
      longitude: 22,
      arrived: at(2 * DAY),
      departed: at(3 * DAY),
    });
  });

  it("says nothing of another boat's logs", async () => {
    const first = person.skipper;
    await first.send(ROWS);
    const second = await newSkipper(person.service);
    const answer = await person.service.api.post(
      "/logbook",
      { ...ENDS, _from_time: at(60), _to_time: at(110) },
      { token: second.sailor.userToken },
    );
    expect(answer.status, answer.text).toBe(201);
    await person.service.drainJobs();
    expect(await second.logs(START)).toHaveLength(1);
    expect(await first.logs(START)).toHaveLength(2);
  });
});
