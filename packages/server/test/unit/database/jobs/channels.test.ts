import { expect, test } from "vitest";
import { type ChannelRules, describeChannels } from "../../../../src/database/jobs/channels.ts";

const described = (rules: Record<string, ChannelRules>, ...channels: string[]): unknown =>
  JSON.parse(describeChannels(channels, new Map(Object.entries(rules))));

test("a channel has its own line in a lane for work, unless its domain says otherwise", () => {
  expect(described({ mail: { lane: "account" }, lost: { line: "contact" } }, "log", "mail", "lost")).toEqual([
    { channel: "log", lane: "work", line: "log", independent: false },
    { channel: "mail", lane: "account", line: "mail", independent: false },
    { channel: "lost", lane: "work", line: "contact", independent: false },
  ]);
});

test("channels that share a line share its lane, and keep their order", () => {
  const lost = { line: "contact" };
  expect(() => described({ lost, found: { ...lost, lane: "account" } }, "lost", "found")).toThrow("contact");
  expect(() => described({ lost, found: { ...lost, independent: true } }, "lost", "found")).toThrow(
    "contact",
  );
  expect(described({ lost, found: lost }, "lost", "found")).toHaveLength(2);
});
