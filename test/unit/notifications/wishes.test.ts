/** Preferences as people, clients and edits in the database leave them: reading them never fails. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { wishesOf } from "../../../src/notifications/wishes.ts";

it("reads any JSON at all, and names what it cannot read", () => {
  const keys = ["email_notifications", "phone_notifications", "push_user_key", "messenger", "other"];
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...keys), fc.jsonValue())),
      (preferences) => {
        const wishes = wishesOf(preferences);
        expect(typeof wishes.emailWanted).toBe("boolean");
        for (const key of wishes.unreadable) expect(keys).toContain(key);
      },
    ),
  );
});

it("assumes that people who linked a telephone or a chat want messages there, unless they say otherwise", () => {
  const linked = { push_user_key: "key", messenger: { chat: { id: 7 }, from: { id: 7 } } };
  expect(wishesOf(linked)).toMatchObject({ pushKey: "key", messengerChat: "7" });
  for (const phone_notifications of [true, "true", null, "perhaps"]) {
    expect(wishesOf({ ...linked, phone_notifications })).toMatchObject({
      pushKey: "key",
      messengerChat: "7",
    });
  }
  for (const phone_notifications of [false, "false"]) {
    expect(wishesOf({ ...linked, phone_notifications })).toMatchObject({
      pushKey: null,
      messengerChat: null,
    });
  }
});
