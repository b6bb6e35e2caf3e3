/** Laws of what owners add: merges, and one truth in any order of writes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../test/support/laws/cases.ts";
import { ownerForTests } from "./owner.ts";

const { person, put, one, describedBoat, sailedLog } = ownerForTests();
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Document = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is Document =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Member by member, as the interface describes it. */
function merged(old: Json | undefined, given: Json): Json {
  if (!isObject(old) || !isObject(given)) return given;
  const members = Object.entries(given).map(([key, value]) => [key, merged(old[key], value)] as const);
  return { ...old, ...Object.fromEntries(members) };
}

const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ unit: "grapheme-ascii" }));
const { document } = fc.letrec<{ value: Json; document: Document }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(scalar, { maxLength: 2 }), tie("document")),
  document: fc.dictionary(fc.constantFrom("a", "b", "specs", "images"), tie("value"), { maxKeys: 3 }),
}));
/** Objects are objects everywhere, so that merges do not depend on how they are grouped. */
const regular = fc.record(
  {
    specs: fc.dictionary(fc.constantFrom("a", "b"), scalar, { maxKeys: 2 }),
    list: fc.array(scalar, { maxLength: 2 }),
    word: scalar,
  },
  { requiredKeys: [] },
);
const withoutStamps = ({ image_updated_at: _, polar_updated_at: __, ...rest }: Record<string, Json>) => rest;

describe("merges", () => {
  it(
    "go member by member, of the vessel and of logs",
    async () => {
      await describedBoat();
      const id = await sailedLog();
      await fc.assert(
        fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 4 }), async (changes) => {
          const wanted = changes.reduce<Json>(merged, {});
          await put("/metadata", { user_data: {} });
          await put(`/logbook?id=eq.${id}`, { user_data: {} });
          for (const [n, change] of changes.entries()) {
            const sent = n % 2 === 0 ? JSON.stringify(change) : change;
            const told = [
              await person.skipper.call("update_metadata_userdata_fn", { userdata: sent }),
              await person.skipper.call("update_logbook_observations_fn", { _id: id, observations: sent }),
            ];
            expect(told.map(({ json, text }) => [json, text])).toEqual([
              [true, "true"],
              [true, "true"],
            ]);
          }
          const boat = await one("/metadata?select=user_data");
          const log = await one(`/logbook?select=user_data&id=eq.${id}`);
          expect(withoutStamps(boat.user_data)).toEqual(wanted);
          expect(withoutStamps(log.user_data)).toEqual(wanted);
        }),
        { numRuns: lawCases(0.1) },
      );
    },
    LAW_TIMEOUT,
  );

  it(
    "are associative",
    async () => {
      await describedBoat();
      await fc.assert(
        fc.asyncProperty(regular, regular, regular, async (a, b, c) => {
          const after = async (...changes: readonly Json[]) => {
            await put("/metadata", { user_data: {} });
            for (const change of changes)
              await person.skipper.call("update_metadata_userdata_fn", { userdata: change });
            return (await one("/metadata?select=user_data")).user_data;
          };
          const each = await after(a, b, c);
          expect(await after(merged(a, b), c)).toEqual(each);
          expect(await after(a, merged(b, c))).toEqual(each);
        }),
        { numRuns: lawCases(0.05) },
      );
    },
    LAW_TIMEOUT,
  );
});

describe("a log", () => {
  const tags = fc.uniqueArray(fc.constantFrom("race", "crew", "night"), { maxLength: 2 });
  const observations = fc.record(
    { seaState: fc.integer({ min: -1, max: 9 }), visibility: fc.integer({ min: -1, max: 9 }) },
    { requiredKeys: [] },
  );
  const words = fc.record({ tags, observations, mood: fc.constantFrom("a", "b") }, { requiredKeys: [] });
  const write = fc.record({ way: fc.constantFrom("user_data", "extra", "log_view", "merge"), words });

  it(
    "has the same tags and observations in user_data and extra, in any order of writes",
    async () => {
      const id = await sailedLog();
      await fc.assert(
        fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 5 }), async (writes) => {
          for (const { way, words: said } of writes) {
            const answer =
              way === "merge"
                ? await person.skipper.call("update_logbook_observations_fn", { _id: id, observations: said })
                : await put(`/${way === "log_view" ? "log_view" : "logbook"}?id=eq.${id}`, {
                    [way === "user_data" ? "user_data" : "extra"]: said,
                  });
            expect(answer.status, answer.text).toBeLessThan(300);
            const { user_data: added, extra } = await one(`/logbook?select=user_data,extra&id=eq.${id}`);
            for (const member of ["tags", "observations"] as const) {
              expect(added[member]).toEqual(extra[member]);
              if (way === "merge") expect(added).toMatchObject(said);
              else expect(added[member]).toEqual(said[member]);
            }
          }
        }),
        { numRuns: lawCases(0.1) },
      );
    },
    LAW_TIMEOUT,
  );
});

describe("the vessel", () => {
  const alerting = fc.record(
    { enabled: fc.boolean(), low_fuel_threshold: fc.integer({ min: 0, max: 100 }) },
    { requiredKeys: [] },
  );
  const write = fc.oneof(
    fc.record({ way: fc.constantFrom("patch", "merge", "preference", "setting"), alerting }),
    fc.record({
      way: fc.constantFrom("patch", "merge", "preference", "setting"),
      alerting: fc.constant(null),
    }),
  );

  it(
    "has the owner's preference alerting in its user_data, in any order of writes",
    async () => {
      await describedBoat();
      await fc.assert(
        fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 5 }), async (writes) => {
          for (const { way, alerting: value } of writes) {
            const answer =
              way === "patch"
                ? await put("/metadata", { user_data: value === null ? {} : { alerting: value } })
                : way === "merge"
                  ? await person.skipper.call("update_metadata_userdata_fn", {
                      userdata: { alerting: value },
                    })
                  : await person.skipper.call(
                      way === "setting" ? "update_vessel_settings_fn" : "update_user_preferences_fn",
                      { key: "alerting", value: value === null ? "null" : value },
                    );
            expect(answer.status, answer.text).toBeLessThan(300);
            const preferred = (await person.skipper.rows("/rpc/settings_fn")).settings.preferences.alerting;
            const { user_data: added } = await one("/metadata?select=user_data");
            expect(added.alerting).toEqual(preferred);
            if (way !== "merge") expect(preferred).toEqual(value ?? undefined);
            else if (value !== null) expect(preferred).toMatchObject(value);
          }
        }),
        { numRuns: lawCases(0.1) },
      );
    },
    LAW_TIMEOUT,
  );
});
