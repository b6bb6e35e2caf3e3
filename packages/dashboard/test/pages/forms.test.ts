/** A form sends only what was changed, and leaves the rest of the row alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mutedWith, quietHoursWith } from "../../src/api/account/settings.ts";
import { retentionWith } from "../../src/api/boat/retention.ts";
import { ENTRY_KINDS } from "../../src/api/entries/entry.ts";
import { type JsonMembers, membersOf, withMember } from "../../src/api/json.ts";
import { moorageColumns, stayColumns } from "../../src/api/places/place-words.ts";
import { thresholdChanges } from "../../src/api/voyages/threshold-changes.ts";
import * as entries from "../../src/pages/log/entries/entry-draft.ts";
import { logColumns, wordsOf } from "../../src/pages/log/words/typed-words.ts";
import { draftIn, draftText } from "../../src/queries/edit-draft.ts";
import { figure, foreign, text } from "./rows.ts";

/** A row after these columns were written. */
function written(row: JsonMembers, columns: object): JsonMembers {
  return { ...row, ...membersOf(columns) };
}

describe("an entry of a log", () => {
  const row = fc.record({
    id: fc.constant(7),
    time: fc.constant("2026-06-01T07:20:00.123456+00:00"),
    latitude: figure,
    kind: fc.constantFrom(...ENTRY_KINDS),
    text: fc.option(text),
    author: text,
    extra: fc
      .record(
        {
          windSpeed: fc.option(figure),
          pressure: figure,
          seaState: figure,
          sails: fc.array(text),
          crew: fc.array(fc.oneof(text, figure)),
        },
        { requiredKeys: [] },
      )
      .chain((known) => foreign.map((others) => ({ ...others, ...known }))),
  });
  const sent = (one: JsonMembers, type: (draft: entries.EntryDraft) => entries.EntryDraft) => {
    const kind = ENTRY_KINDS.find((known) => known === one.kind) ?? "remark";
    const words = { time: new Date(String(one.time)), kind, text: String(one.text ?? "") };
    const before = { ...words, name: "7", version: "v", extra: membersOf(one.extra) };
    const draft = entries.draftIn(entries.keptText(type(entries.draftFrom(before))));
    if (draft?.of == null) throw new Error("the draft is gone");
    return entries.changesOf(draft, draft.of);
  };

  test("is as it was when nothing was changed", () => {
    fc.assert(
      fc.property(row, (one) => {
        expect(sent(one, (draft) => draft)).toEqual({});
      }),
    );
  });

  test("has another text, and nothing else is another", () => {
    fc.assert(
      fc.property(row, (one) => {
        expect(sent(one, (draft) => ({ ...draft, text: `${draft.text}, reefed` }))).toEqual({
          text: `${one.text ?? ""}, reefed`.trim(),
        });
      }),
    );
  });

  test("has another kind, and nothing else is another", () => {
    fc.assert(
      fc.property(row, fc.constantFrom(...ENTRY_KINDS), (one, kind) => {
        expect(sent(one, (draft) => ({ ...draft, kind }))).toEqual(kind === one.kind ? {} : { kind });
      }),
    );
  });

  test("has another figure, list of sails or crew, and keeps whatever else was observed", () => {
    fc.assert(
      fc.property(row, (one) => {
        const asked = entries.ASKED[one.kind][0];
        const changed = asked ?? (one.kind === "sails" || one.kind === "crew" ? one.kind : null);
        if (changed === null) return;
        const type = (draft: entries.EntryDraft) =>
          asked === undefined
            ? { ...draft, [changed]: "Ada, Bob" }
            : { ...draft, numbers: { ...draft.numbers, [asked]: "14,5" } };
        const extra = { ...one.extra, [changed]: asked === undefined ? ["Ada", "Bob"] : 14.5 };
        expect(written(one, sent(one, type))).toEqual({ ...one, extra });
        const emptied = (draft: entries.EntryDraft) => ({ ...draft, [changed]: " " });
        if (asked !== undefined) return;
        const { [changed]: had, ...others } = membersOf(one.extra);
        const isShown = Array.isArray(had) && had.some((name) => typeof name === "string");
        expect(written(one, sent(one, emptied)).extra).toEqual(isShown ? others : one.extra);
      }),
    );
  });
});

describe("words on a log, a stay and a moorage", () => {
  const words = fc.record({ name: text, notes: text, stayCode: fc.constantFrom(1, 2, 3, 4) });
  const place = fc.record({ home: fc.boolean(), radius: fc.option(figure) });
  const COLUMNS = {
    name: "name",
    notes: "notes",
    stayCode: "stay_code",
    home: "home_flag",
    radius: "radius_m",
  };

  test("are sent in the columns of the fields that were typed into", () => {
    fc.assert(
      fc.property(
        words,
        place,
        fc.subarray(["name", "notes", "stayCode", "home", "radius"] as const),
        (a, b, names) => {
          const stored = { ...a, ...b };
          const other = {
            name: `${a.name}x`,
            notes: "y",
            stayCode: (a.stayCode % 4) + 1,
            home: !b.home,
            radius: 51.5,
          };
          const typed = Object.fromEntries(names.map((name) => [name, other[name]]));
          const changed = names.filter((name) => other[name] !== stored[name]).map((name) => COLUMNS[name]);
          const kept = draftIn(draftText({ typed, version: "v" }), stored)?.typed ?? {};
          expect(Object.keys(moorageColumns(kept)).sort()).toEqual(changed.toSorted());
          const { home: _home, radius: _radius, ...ofStay } = kept;
          expect(Object.keys(stayColumns(ofStay)).sort()).toEqual(
            changed.filter((one) => one !== "home_flag" && one !== "radius_m").sort(),
          );
        },
      ),
    );
  });

  test("are of the log only where they were typed", () => {
    fc.assert(
      fc.property(text, text, fc.array(text), fc.string(), (name, notes, tags, typed) => {
        const log = { name, notes, tags };
        expect(draftIn(draftText({ typed: wordsOf(log), version: "v" }), wordsOf(log))).toBe(null);
        expect(logColumns({ notes: typed })).toEqual({ notes: typed === "" ? null : typed });
        expect(logColumns({})).toEqual({});
      }),
    );
  });
});

describe("a boat's configuration", () => {
  const retention = (raw_months: number, one: string) => ({ raw_months, ["then" as string]: one });
  const configuration = fc
    .tuple(foreign, fc.option(fc.constantFrom(retention(18, "1 h"))))
    .map(([others, retention]) => ({ ...others, ...(retention === null ? {} : { retention }) }));

  test("keeps what other programs wrote, and the half of the retention that was not chosen", () => {
    fc.assert(
      fc.property(configuration, (members) => {
        const { retention: before, ...others } = membersOf(members);
        const thinned = withMember(members, "retention", (one) => retentionWith({ onePer: "5 min" }, one));
        expect(thinned).toEqual({
          ...others,
          retention: retention(before === undefined ? 24 : 18, "5 min"),
        });
        const months = withMember(thinned, "retention", (one) => retentionWith({ rawMonths: 36 }, one));
        expect(months).toEqual({ ...others, retention: retention(36, "5 min") });
        expect(withMember(thinned, "retention", (one) => retentionWith(null, one))).toEqual(others);
        expect(withMember(others, "depthKey", () => "a.b")).toEqual({ ...others, depthKey: "a.b" });
      }),
    );
  });
});

describe("preferences of the account", () => {
  const kinds = fc.array(fc.oneof(text, fc.constantFrom("logbook", "alert")));
  const muted = fc.tuple(foreign, fc.record({ email: kinds, mqtt: kinds }, { requiredKeys: [] }));

  test("switch one kind of message and leave the others, on channels of other programs too", () => {
    fc.assert(
      fc.property(muted, fc.boolean(), ([others, known], on) => {
        const before = membersOf({ ...others, ...known });
        const now = mutedWith({ muted: before }, "alert", on);
        const withoutIt = (list: unknown) =>
          Array.isArray(list) ? list.filter((one) => one !== "alert") : [];
        expect(withoutIt(now.email)).toEqual(withoutIt(before.email));
        expect(Array.isArray(now.email) && now.email.includes("alert")).toBe(!on);
        expect(now).toMatchObject({ ...others, ...(known.mqtt === undefined ? {} : { mqtt: known.mqtt }) });
      }),
    );
  });

  test("move one end of the quiet hours and leave the rest", () => {
    fc.assert(
      fc.property(foreign, (others) => {
        const quiet_hours = { ...others, from: "22:30", to: "06:15", zone: "Asia/Tokyo" };
        expect(quietHoursWith({ quiet_hours }, { to: "08:00" })).toEqual({ ...quiet_hours, to: "08:00" });
      }),
    );
  });
});

test("thresholds of the detector change where a number was typed, and are reset where they are emptied", () => {
  const threshold = fc.record({ value: figure, initial: figure });
  fc.assert(
    fc.property(threshold, threshold, (one, other) => {
      const both = [
        { name: "one", ...one },
        { name: "other", ...other },
      ];
      expect(thresholdChanges(both, { one: one.value })).toEqual({});
      expect(thresholdChanges(both, { one: null })).toEqual(one.value === one.initial ? {} : { one: null });
      expect(thresholdChanges(both, { other: 1e9 })).toEqual({ other: 1e9 });
    }),
  );
});
