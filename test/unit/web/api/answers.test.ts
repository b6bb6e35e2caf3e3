import { describe, expect, test } from "vitest";
import { logQuestion } from "../../../../web/src/api/logs/log.ts";
import { logsQuestion } from "../../../../web/src/api/logs/logs.ts";
import { monthTotalsQuestion } from "../../../../web/src/api/logs/month-totals.ts";
import { staysQuestion } from "../../../../web/src/api/places/stays.ts";
import { contains, rowsQuestion } from "../../../../web/src/api/question.ts";
import { instantOf, numberOf, requiredRows } from "../../../../web/src/api/row.ts";
import { monthsOf } from "../../../../web/src/pages/logs/months.ts";

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
    expect(logsQuestion({ limit: 25, offset: 0, search: "A & B" }).path).toContain(
      "&name=ilike.*A%20%26%20B*",
    );
    expect(logsQuestion({ limit: 25, offset: 50, search: " " }).path).toBe(
      "/logs_view?select=id%2Cname%2Cfrom%2Cto%2Cstarted%2Cended%2Cdistance%2Cduration%2Cdoubtful%2Cnot_recorded&order=started.desc&limit=25&offset=50",
    );
  });

  test("rows are asked for with the columns that are read, and repeated filters apply together", () => {
    const { path } = rowsQuestion(
      "logs_by_month_view",
      { columns: ["month", "logs"], where: { month: ["gte.2026-06", "lte.2026-07"] } },
      (rows) => rows,
    );
    expect(path).toBe("/logs_by_month_view?select=month%2Clogs&month=gte.2026-06&month=lte.2026-07");
  });

  test("a log that is not finished has neither name nor distance, but a duration", () => {
    const [log] = logsQuestion({ limit: 25, offset: 0, search: "" }).parse([
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
    ]);
    expect(log).toMatchObject({ id: 7, name: null, distanceNm: null, durationSeconds: 5400 });
  });

  test("what was not recorded is kept apart from what was", () => {
    const read = (more: object) =>
      logsQuestion({ limit: 25, offset: 0, search: "" }).parse([{ id: 7, distance: 12.9, ...more }])[0];
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
    const page = logsQuestion({ limit: 25, offset: 0, search: "" }).parse([
      { id: 3, started: "2026-08-01T01:00:00+02:00" },
      { id: 2, started: "2026-07-02T01:00:00+00:00" },
      { id: 1, started: null },
    ]);
    expect(monthsOf(page).map(({ month, logs }) => [month, logs.map(({ id }) => id)])).toEqual([
      ["2026-07", [3, 2]],
      ["", [1]],
    ]);
    expect(
      monthTotalsQuestion("2026-06", "2026-07").parse([{ month: "2026-07", distance: "803.6" }]),
    ).toEqual([{ month: "2026-07", logs: null, distanceNm: 803.6, notRecordedNm: null }]);
  });

  test("a stay that lasts has no departure", () => {
    const [stay] = staysQuestion({ limit: 1, offset: 0 }).parse([
      { id: 3, arrived: "2026-08-12T10:00:00+00:00", departed: null, duration: "PT2H", stayed_at_id: 2 },
    ]);
    expect(stay).toMatchObject({ departed: null, stayCode: 2, durationSeconds: 7200 });
  });
});

describe("a log's page", () => {
  const point = (time: string, longitude: number, speed: number | null) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [longitude, 60] },
    properties: { time, speedoverground: speed, courseovergroundtrue: 90, windspeedapparent: 12 },
  });
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
    geojson: {
      type: "FeatureCollection",
      features: [
        { type: "Feature", geometry: { type: "LineString", coordinates: [] }, properties: {} },
        point("2026-08-12T10:01:00+00:00", 23.1, 5),
        point("2026-08-12T10:00:00+00:00", 23, null),
        { type: "Feature", geometry: null, properties: null },
      ],
    },
    confidence: 0.9,
    reasons: { from: { rule: "clear-run", text: "left the disc" }, to: null },
    segments: [
      { kind: "sailing", from: "2026-08-12T10:00:00Z", to: "2026-08-12T10:02:00Z", distanceNm: 0.25 },
      { kind: "flying", from: "2026-08-12T10:00:00Z", to: "2026-08-12T10:02:00Z", distanceNm: 0.25 },
    ],
  };

  test("orders the track by time and leaves out what is not a point", () => {
    const log = logQuestion(5).parse([row]);
    expect(log?.track.map(({ longitude, sogKnots }) => [longitude, sogKnots])).toEqual([
      [23, null],
      [23.1, 5],
    ]);
  });

  test.each([[400], [-90.01], [1e300]])(
    "leaves out a point at %d° of latitude, which no chart has",
    (latitude) => {
      const [first, ...others] = row.geojson.features;
      const off = {
        ...point("2026-08-12T10:01:30+00:00", 23, 5),
        geometry: { type: "Point", coordinates: [23, latitude] },
      };
      const log = logQuestion(5).parse([
        { ...row, geojson: { ...row.geojson, features: [first, off, ...others] } },
      ]);
      expect(log?.track).toHaveLength(2);
    },
  );

  test("adds up all engines, and keeps only stretches of kinds that it knows", () => {
    const log = logQuestion(5).parse([row]);
    expect(log?.engineSeconds).toBe(15);
    expect(log?.loggedNm).toBe(0.24);
    expect(log?.making.segments.map(({ kind }) => kind)).toEqual(["sailing"]);
    expect(log?.making).toMatchObject({ startReason: "left the disc", endReason: null, confidence: 0.9 });
  });

  test("is null if there is no such log", () => {
    expect(logQuestion(6).parse([])).toBeNull();
  });
});
