/** Merging concurrent changes of a JSON object: both survive, except where they conflict. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { membersOf } from "../../src/api/json.ts";
import { bodyOver, type NewChange } from "../../src/offline/change.ts";
import { figure, text } from "../pages/rows.ts";

const NAMES = ["windSpeed", "gust", "sails", "myKey", "waves"];
const extra = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(figure, text), { noNullPrototype: true });

function change(read: object | null, body: object): NewChange {
  return {
    key: "k",
    method: "PATCH",
    path: "/log_entries?id=eq.7",
    body: JSON.stringify(body),
    picture: null,
    prefer: null,
    resource: "log_entries",
    id: 7,
    after: null,
    version: "v",
    read: read === null ? null : JSON.stringify(read),
  };
}

test("members that the change does not change are as they are stored", () => {
  fc.assert(
    fc.property(extra, extra, extra, text, (before, mine, theirs, words) => {
      const sent = change({ extra: before }, { text: words, extra: mine });
      const body = membersOf(JSON.parse(bodyOver(sent, { extra: theirs, text: "theirs" }) ?? "null"));
      expect(body.text).toBe(words);
      const merged = membersOf(body.extra);
      for (const name of NAMES) {
        const isMine = before[name] !== mine[name];
        expect(merged[name], name).toEqual(isMine ? mine[name] : theirs[name]);
      }
    }),
  );
});

test("a change of text is sent as it was typed", () => {
  fc.assert(
    fc.property(extra, text, (theirs, words) => {
      const sent = change(null, { text: words, extra: theirs });
      expect(bodyOver(sent, { text: "theirs", extra: {} })).toBe(sent.body);
    }),
  );
});
