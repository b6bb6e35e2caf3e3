/** Preferences about messages: accepted and refused values, and who sees them. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { NEWS } from "../../../src/people/notifications/words/facts.ts";

const service = serviceForTests();
const { api } = service;
const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const prefer = (sailor: Sailor, key: string, value: unknown) =>
  api.post("/rpc/update_user_preferences_fn", { key: `{${key}}`, value }, { token: sailor.userToken });

describe("a preference about messages", () => {
  it.each([
    ["webhook_url", "ftp://example.org", "webhook_url must be an address"],
    ["webhook_url", "https://", "webhook_url must be an address"],
    ["ntfy_url", 7, "ntfy_url must be an address"],
    ["webhook_secret", "hush", "webhook_secret must be whsec_ followed by"],
    ["units", "furlongs", "units must be nautical, metric or imperial"],
    ["quiet_hours", '{"from": "22:00", "to": "22:00"}', "quiet_hours must be an object like"],
    ["quiet_hours", '{"from": "22:00", "to": "7:00", "zone": "UTC"}', "quiet_hours must be"],
    ["quiet_hours", '{"from": "22:00", "to": "07:00", "zone": "Sea/Nowhere"}', "quiet_hours must be"],
    ["quiet_hours", "night", "quiet_hours must be"],
    ["webpush_subscriptions", '[{"endpoint": "https://a.example/"}]', "webpush_subscriptions must be a list"],
    ["muted,email", '["email_otp"]', "muted.email must be a list of kinds"],
    ["muted", '{"push": "all"}', "muted.push must be a list of kinds"],
  ])("is refused in a sentence: %s %s", async (key, value, sentence) => {
    const sailor = await newSailor(api, "Prefs");
    const answer = await prefer(sailor, key, value);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(sentence);
  });

  it.each([
    ["webhook_url", ""],
    ["apprise_url", "http://apprise.local:8000/notify/boat"],
    ["units", "metric"],
    ["quiet_hours", '{"from": "22:00", "to": "07:00", "zone": "Europe/Helsinki"}'],
    ["muted", '{"push": ["logbook", "new_badge"], "email": []}'],
    ["webpush_subscriptions", "[]"],
  ])("is taken: %s %s", async (key, value) => {
    const sailor = await newSailor(api, "Prefs");
    expect((await prefer(sailor, key, value)).json).toBe(true);
    const { preferences } = (await api.get("/rpc/settings_fn", { token: sailor.userToken })).json.settings;
    expect(preferences[key]).toEqual(/^[[{]/.test(value) ? JSON.parse(value) : value);
  });

  it("names the kinds of messages as the service does", async () => {
    const kinds = service.database.owner.transaction((tx) =>
      tx.query(sql`select app.kinds_of_news() as kinds`),
    );
    expect(await kinds).toEqual([{ kinds: [...NEWS] }]);
  });

  it("that holds an address is not in the profile", async () => {
    const sailor = await newSailor(api, "Profile");
    await prefer(sailor, "webhook_url", "https://example.org/hook");
    await prefer(sailor, "webhook_secret", SECRET);
    const { profile } = (await api.get("/rpc/profile_fn", { token: sailor.userToken })).json;
    expect(Object.keys(profile.preferences)).not.toContain("webhook_url");
    expect(JSON.stringify(profile)).not.toContain("whsec_");
  });
});
