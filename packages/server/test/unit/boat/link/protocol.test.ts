/** What the plugin on board sends is what the shore reads: the same members, of the same kinds. */
import fc from "fast-check";
import { expect, expectTypeOf, it } from "vitest";
import type * as aboard from "../../../../../signalk-wakelog/src/link/protocol.ts";
import type * as ashore from "../../../../src/boat/link/form.ts";
import { readExchange } from "../../../../src/boat/link/form.ts";

it("the types on board and ashore have the same members", () => {
  expectTypeOf<keyof aboard.Exchange>().toEqualTypeOf<keyof ashore.Exchange>();
  expectTypeOf<keyof aboard.WireFacts>().toEqualTypeOf<keyof ashore.Facts>();
  expectTypeOf<keyof aboard.About>().toEqualTypeOf<keyof ashore.About>();
  expectTypeOf<aboard.Mode>().toEqualTypeOf<NonNullable<ashore.Exchange["mode"]>>();
  expectTypeOf<Omit<aboard.Exchange, "rows" | "about">>().toExtend<
    DeepReadonly<Omit<ashore.Exchange, "rows" | "about">>
  >();
  expectTypeOf<aboard.About>().toExtend<DeepReadonly<ashore.About>>();
});

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

const number = fc.integer({ min: 1, max: 999 }).map(String);
const short = fc.string({ minLength: 1, maxLength: 40 });
const count = fc.nat({ max: 1e6 });
const real = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const facts: fc.Arbitrary<aboard.WireFacts> = fc.record(
  {
    alarms: fc.dictionary(
      short,
      fc.record({ state: fc.constantFrom("alert", "warn", "alarm", "emergency"), message: short, id: short }),
      { maxKeys: 3 },
    ),
    max: fc.dictionary(number, real, { maxKeys: 3 }),
    trip: fc.uuid(),
    part: fc.constant(true as const),
    doubt: fc.constant(true as const),
  },
  { requiredKeys: [] },
);
const row: fc.Arbitrary<aboard.WireRow> = fc
  .tuple(
    fc.integer({ min: 1, max: 1e9 }),
    fc.integer({ min: 9e11, max: 4e12 }),
    fc.option(fc.tuple(real, real)),
    fc.dictionary(number, fc.oneof(real, short, fc.boolean()), { maxKeys: 5 }),
    optional(facts),
  )
  .map(([nth, time, place, values, told]) =>
    told === undefined
      ? [nth, time, place?.[0] ?? null, place?.[1] ?? null, values]
      : [nth, time, place?.[0] ?? null, place?.[1] ?? null, values, told],
  );
const exchange: fc.Arbitrary<aboard.Exchange> = fc.record(
  {
    stream: fc.constant("k3j9x2ab"),
    paths: fc.dictionary(number, short, { maxKeys: 5 }),
    now: fc.integer({ min: 0, max: 4e12 }),
    mode: fc.constantFrom<aboard.Mode>("normal", "metered", "satellite", "off"),
    version: short,
    settings: count,
    alerts: count,
    waiting: count,
    done: fc.array(fc.tuple(fc.uuid(), fc.boolean(), short), { maxLength: 3 }),
    acknowledged: fc.array(count, { maxLength: 3 }),
    rows: fc.array(row, { maxLength: 5 }),
    about: fc.record(
      {
        name: short,
        mmsi: short,
        length: real,
        beam: real,
        ship_type: count,
        platform: short,
        node: short,
        server: short,
        units: fc.dictionary(number, short, { maxKeys: 3 }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["stream", "rows"] },
);

it("whatever the plugin may send is read as it was sent", async () => {
  await fc.assert(
    fc.asyncProperty(exchange, async (sent) => {
      // As the database stores it: without the character that it cannot hold.
      const text = JSON.stringify(sent).replaceAll("\\u0000", "");
      const expected = JSON.parse(text);
      const { rows, ...head } = await readExchange(text);
      const { rows: sentRows, ...sentHead } = expected;
      expect(head).toEqual(sentHead);
      expect(
        rows.map(({ number, time, latitude, longitude, values, facts: told }) => [
          ...[number, time, latitude, longitude, values],
          ...(Object.keys(told).length === 0 ? [] : [told]),
        ]),
      ).toEqual(
        sentRows.map((one: readonly unknown[]) =>
          Object.keys(Object(one[5])).length === 0 ? one.slice(0, 5) : one,
        ),
      );
    }),
    { numRuns: 200 },
  );
});
