import { describe, expect, test } from "vitest";
import { ALL_LOGS, findLogsQuestion } from "../../src/api/logbook/find-logs.ts";
import { monthTotalsQuestion } from "../../src/api/logbook/month-totals.ts";
import { logQuestion } from "../../src/api/logs/log.ts";
import { trackQuestion } from "../../src/api/logs/track.ts";
import { staysQuestion } from "../../src/api/places/stays.ts";
import { contains, rowsQuestion } from "../../src/api/question.ts";
import { instantOf, numberOf, requiredRows } from "../../src/api/row.ts";
import { AS_SAID } from "../../src/languages/speech.ts";
import { monthsOf } from "../../src/pages/logs/months.ts";

describe("reading answers", () => {
  test("a time without a zone is UTC", () => {
    expect(instantOf("2023-10-25T12:00:00.5")?.toISOString()).toBe("2023-10-25T12:00:00.500Z");
    expect(instantOf("2026-08-12 10:00:00+02")?.toISOString()).toBe("2026-08-12T08:00:00.000Z");
    expect(instantOf("2026-08-12T08:00:00Z")?.toISOString()).toBe("2026-08-12T08:00:00.000Z");
    expect(instantOf("2026-08-12T10:00:00+02:00")?.toISOString()).toBe("2026-08-12T08:00:00.000Z");
    expect(instantOf("2026-08-12")?.toISOString()).toBe("2026-08-12T00:00:00.000Z");
    expect(instantOf("yesterday")).toBeNull();
  });

  test("numbers may come as text; anything else is not known", () => {
    expect(numberOf("7.1700")).toBe(7.17);
    expect(numberOf("")).toBeNull();
    expect(numberOf("NaN")).toBeNull();
    expect(numberOf({})).toBeNull();
  });

  test("an answer of the wrong shape is refused with what was expected", () => {
    expect(() => requiredRows({ message: "no" }, "logs")).toThrow("a list of logs");
  });
});

describe("questions", () => {
  test("encode what people type, and take signs of patterns as letters", () => {
    expect(contains("50%_off")).toBe("ilike.*50\\%\\_off*");
    const page = { limit: 25, offset: 50 };
    expect(findLogsQuestion({ ...ALL_LOGS, words: " A & B ", minNm: 5 }, page).path).toBe(
      "/rpc/find_logs_fn?words=A%20%26%20B&min_nm=5&limit=25&offset=50",
    );
    expect(findLogsQuestion(ALL_LOGS, { limit: 25, offset: 0 }).path).toBe("/rpc/find_logs_fn?limit=25");
    expect(findLogsQuestion(ALL_LOGS, { limit: 25, offset: 25, sort: "wind" }).path).toBe(
      "/rpc/find_logs_fn?sort=wind&limit=25&offset=25",
    );
  });

  test("rows are asked for with the columns that are read, and repeated filters apply together", () => {
    const { path } = rowsQuestion(
      "logs_by_month_view",
      { columns: ["month", "logs"], where: { month: ["gte.2026-06", "lte.2026-07"] } },
      (rows) => rows,
    );
    expect(path).toBe("/logs_by_month_view?select=month,logs&month=gte.2026-06&month=lte.2026-07");
  });

  test("a log that is not finished has neither name nor distance, but a duration", () => {
    const [log] = findLogsQuestion(ALL_LOGS, { limit: 25, offset: 0 }).parse(
      [
        {
          id: 7,
          name: null,
          from: null,
          to: null,
          started: "2026-08-12T10:00:00+00:00",
          ended: "2026-08-12T11:30:00+00:00",
          distance: null,
          duration: null,
        },
      ],
      AS_SAID,
    );
    expect(log).toMatchObject({ id: 7, name: null, distanceNm: null, durationSeconds: 5400 });
  });

  test("what was not recorded is kept apart from what was", () => {
    const read = (more: object) =>
      findLogsQuestion(ALL_LOGS, { limit: 25, offset: 0 }).parse(
        [{ id: 7, distance: 12.9, ...more }],
        AS_SAID,
      )[0];
    expect(read({ not_recorded: 3.2, doubtful: true })).toMatchObject({
      distanceNm: 12.9,
      recordedNm: expect.closeTo(9.7, 9),
      notRecordedNm: 3.2,
      doubtful: true,
    });
    expect(read({}), "an answer that was kept from an older server").toMatchObject({
      recordedNm: 12.9,
      notRecordedNm: null,
      doubtful: false,
    });
    expect(read({ not_recorded: 50 })?.recordedNm).toBe(0);
  });

  test("a page's logs stand under the months of the server's totals, UTC", () => {
    const page = findLogsQuestion(ALL_LOGS, { limit: 25, offset: 0 }).parse(
      [
        { id: 3, started: "2026-08-01T01:00:00+02:00" },
        { id: 2, started: "2026-07-02T01:00:00+00:00" },
        { id: 1, started: null },
      ],
      AS_SAID,
    );
    expect(monthsOf(page, "UTC").map(({ month, logs }) => [month, logs.map(({ id }) => id)])).toEqual([
      ["2026-07", [3, 2]],
      ["", [1]],
    ]);
    expect(
      monthTotalsQuestion("2026-06", "2026-07").parse([{ month: "2026-07", distance: "803.6" }], AS_SAID),
    ).toEqual([{ month: "2026-07", logs: null, distanceNm: 803.6, notRecordedNm: null }]);
  });

  test("a stay that lasts has no departure", () => {
    const [stay] = staysQuestion({}, { limit: 1, offset: 0 }).parse(
      [{ id: 3, arrived: "2026-08-12T10:00:00+00:00", departed: null, duration: "PT2H", stayed_at_id: 2 }],
      AS_SAID,
    );
    expect(stay).toMatchObject({ departed: null, stayCode: 2, durationSeconds: 7200 });
  });
});

describe("a log's page", () => {
  const row = {
    id: 5,
    name: "There and back",
    started: "2026-08-12T10:00:00+00:00",
    ended: "2026-08-12T10:02:00+00:00",
    distance: 0.25,
    duration: "PT2M",
    extra: {
      metrics: {
        "propulsion.port.runTime": "PT10S",
        "propulsion.starboard.runTime": 5,
        "navigation.log": 0.24,
      },
    },
    confidence: 0.9,
    reasons: { from: { rule: "clear-run", text: "left the disc" }, to: null },
    segments: [
      { kind: "sailing", from: "2026-08-12T10:00:00Z", to: "2026-08-12T10:02:00Z", distanceNm: 0.25 },
      { kind: "flying", from: "2026-08-12T10:00:00Z", to: "2026-08-12T10:02:00Z", distanceNm: 0.25 },
    ],
  };

  test("keeps the tags that are texts", () => {
    const tagged = { ...row, extra: { ...row.extra, tags: ["race", 7, null] } };
    expect(logQuestion(5).parse([tagged], AS_SAID)?.tags).toEqual(["race"]);
    expect(logQuestion(5).parse([row], AS_SAID)?.tags).toEqual([]);
  });

  test("adds up all engines, and keeps only stretches of kinds that it knows", () => {
    const log = logQuestion(5).parse([row], AS_SAID);
    expect(log?.engineSeconds).toBe(15);
    expect(log?.loggedNm).toBe(0.24);
    expect(log?.making.segments.map(({ kind }) => kind)).toEqual(["sailing"]);
    expect(log?.making).toMatchObject({ startReason: "left the disc", endReason: null, confidence: 0.9 });
  });

  test("is null if there is no such log", () => {
    expect(logQuestion(6).parse([], AS_SAID)).toBeNull();
  });
});

describe("a log's track", () => {
  const track = (columns: object) =>
    trackQuestion(5).parse({ from: "2026-08-12T10:00:00+00:00", columns }, AS_SAID);

  test("is in the order of time, with nothing where nothing was measured", () => {
    const points = track({ seconds: [60, 0], latitude: [60, 60], longitude: [23.1, 23], speed: [5, null] });
    expect(
      points.map(({ time, longitude, sogKnots, depthMetres }) => [
        time.toISOString(),
        longitude,
        sogKnots,
        depthMetres,
      ]),
    ).toEqual([
      ["2026-08-12T10:00:00.000Z", 23, null, null],
      ["2026-08-12T10:01:00.000Z", 23.1, 5, null],
    ]);
  });

  test.each([[400], [-90.01], [1e300]])(
    "leaves out a point at %d° of latitude, which no chart has",
    (latitude) => {
      const points = track({ seconds: [0, 60, 120], latitude: [60, latitude, 60], longitude: [23, 23, 23] });
      expect(points).toHaveLength(2);
    },
  );

  test.each([
    [null],
    [{}],
    [{ from: "never", columns: {} }],
    [{ from: "2026-08-12T10:00:00Z", columns: [] }],
  ])("has no points in %j", (body) => expect(trackQuestion(5).parse(body, AS_SAID)).toEqual([]));
});
