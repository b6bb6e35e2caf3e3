/** A PATCH changes only the columns that it names: other columns and other rows are unchanged. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../test/support/laws/cases.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { newSkipper } from "../../../../test/support/skipper.ts";

const service = serviceForTests();
const START = Date.parse("2026-06-01T06:00:00Z");

type Values = Readonly<Record<string, unknown>>;

const words = fc.constantFrom("Ödland", "North by east", "x", "帆");
const figure = fc.double({ min: 1, max: 190, noNaN: true }).map((any) => Math.round(any * 1e6) / 1e6);

/** Columns editable by users, by table. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  logbook: { name: words, notes: fc.option(words) },
  // An unknown kind is replaced by the moorage's.
  stays: { name: words, notes: fc.option(words), stay_code: fc.constantFrom(2, 3, 4) },
  moorages: {
    name: words,
    notes: fc.option(words),
    stay_code: fc.constantFrom(2, 3, 4),
    home_flag: fc.boolean(),
    radius_m: fc.option(fc.constantFrom(120, 200)),
  },
  log_entries: {
    text: words,
    kind: fc.constantFrom("remark", "weather", "hourly"),
    extra: fc.record({ windSpeed: figure, myKey: words }),
  },
  alert_rules: {
    name: words,
    low: figure,
    hysteresis: figure,
    after: fc.constantFrom("PT5M", "PT1M30S"),
    repeat: fc.option(fc.constant("PT1H")),
    severity: fc.constantFrom("alert", "warn", "alarm", "emergency"),
    channels: fc.option(fc.constant(["ntfy"])),
    escalate_after: fc.option(fc.constant("PT20M")),
    enabled: fc.boolean(),
  },
  metadata: { length: figure, beam: figure, height: figure },
};

/** The modification time changes with every edit, and the current stay's duration grows by itself. */
const BY_THE_CLOCK = ["updated_at", "stay_duration"];

/** A log's track contains its name and notes, too. */
const COPIES = ["track_geojson"];

/** Tables whose names and types follow those in a table, unless a user wrote them. */
const FOLLOWERS: Readonly<Record<string, readonly string[]>> = {
  stays: ["logbook", "moorages"],
  moorages: ["logbook", "stays"],
};

test(
  "a change of some columns leaves the others",
  async () => {
    const skipper = await newSkipper(service);
    const token = skipper.sailor.userToken;
    await service.api.post(
      "/metadata",
      {
        name: "Aava",
        length: 10.61,
        beam: 3.2,
        height: 14,
        ship_type: 36,
        platform: "rpi",
        time: new Date(),
      },
      { token: skipper.sailor.vesselToken },
    );
    await skipper.send(passage(START, DAY_TRIP));
    for (const [table, row] of [
      [
        "log_entries",
        {
          time: "2026-06-01T07:20:00.123456Z",
          kind: "weather",
          text: "Reefed",
          extra: { windSpeed: 24.0625, myKey: { deep: [1, null] } },
        },
      ],
      [
        "alert_rules",
        {
          name: "Low",
          kind: "below",
          key: "voltage",
          low: 12.123456789,
          high: 15.987654321,
          hysteresis: 0.31,
        },
      ],
    ] as const) {
      const answer = await service.api.post(`/${table}`, row, { token });
      expect(answer.status, answer.text).toBe(201);
    }
    const tables = Object.keys(WRITTEN);
    const all = async (): Promise<readonly (readonly Values[])[]> =>
      Promise.all(tables.map((table) => skipper.rows(`/${table}?select=*&order=id`)));
    const change = fc
      .constantFrom(...tables)
      .chain((table) =>
        fc.tuple(fc.constant(table), fc.record(WRITTEN[table] ?? {}, { requiredKeys: [] }), fc.nat(9)),
      );
    await fc.assert(
      fc.asyncProperty(change, async ([table, values, which]) => {
        if (Object.keys(values).length === 0) return;
        const before = await all();
        const rows = before[tables.indexOf(table)] ?? [];
        const row = rows[which % rows.length];
        const answer = await service.api.patch(`/${table}?id=eq.${row?.id}`, values, { token });
        expect(answer.status, answer.text).toBe(204);
        await service.drainJobs();
        const expected = before.map((list) => list.map((one) => (one === row ? { ...one, ...values } : one)));
        const isKept = (_: unknown, index: number) =>
          FOLLOWERS[table]?.includes(tables[index] ?? "") !== true;
        expect(withoutCopies((await all()).filter(isKept))).toEqual(withoutCopies(expected.filter(isKept)));
      }),
      { numRuns: lawCases(0.4) },
    );
  },
  LAW_TIMEOUT,
);

function withoutCopies(tables: readonly (readonly Values[])[]): readonly (readonly Values[])[] {
  return tables.map((rows) =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([name]) => ![...BY_THE_CLOCK, ...COPIES].includes(name)),
      ),
    ),
  );
}
