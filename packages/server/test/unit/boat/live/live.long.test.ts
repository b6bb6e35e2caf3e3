/** How long a stream lasts. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createHub } from "../../../../src/boat/live/hub.ts";
import { createLive, type Live } from "../../../../src/boat/live/live.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PRESENT = { vessel: "gull", json: "{}" };

function open(
  claims: Readonly<Record<string, string | number>> = {},
  mayKnow: () => boolean = () => true,
  begin: (live: Live) => void = () => {},
) {
  const hub = createHub("p");
  const live = createLive(hub);
  begin(live);
  const written: string[] = [];
  const client = { waiting: 0, ended: "", leave: () => {} };
  client.leave = live.follow(
    {
      caller: { role: "user_role", claims: { uid: "aino", ...claims } },
      lastEventId: null,
      present: async () => (mayKnow() ? PRESENT : null),
    },
    "gull",
    {
      write: (text) => void written.push(text),
      waiting: () => client.waiting,
      end: () => (client.ended = "ended"),
      destroy: () => (client.ended = "cut off"),
    },
  );
  return { hub, live, written, client };
}

it("keeps proxies awake with a comment each 15 s", async () => {
  const { written } = open();
  await vi.advanceTimersByTimeAsync(0);
  const before = written.length;
  await vi.advanceTimersByTimeAsync(45_000);
  expect(written.slice(before)).toEqual([":\n\n", ":\n\n", ":\n\n"]);
});

it("ends when the token expires, soon or in a month", async () => {
  for (const seconds of [90, 40 * 86_400]) {
    const { client } = open({ exp: Date.now() / 1000 + seconds });
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 20_000);
    expect(client.ended).toBe("");
    await vi.advanceTimersByTimeAsync(40_000);
    expect(client.ended).toBe("ended");
  }
});

it("cuts off a client that does not take what is sent, and forgets one that is gone", async () => {
  const { hub, client } = open();
  await vi.advanceTimersByTimeAsync(0);
  client.waiting = 1_000_000;
  hub.publish("gull", "position", "{}");
  expect(client.ended).toBe("cut off");
  const other = open();
  await vi.advanceTimersByTimeAsync(0);
  const before = other.written.length;
  other.client.leave();
  other.hub.publish("gull", "position", "{}");
  expect(other.written.length).toBe(before);
  // Followers who left may come back.
  expect(other.hub.isFollowed("gull")).toBe(true);
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(other.hub.isFollowed("gull")).toBe(false);
});

it("ends for those who may not follow any more, and for those who may have missed something", async () => {
  let aboard = true;
  const { live, client, hub } = open({}, () => aboard);
  await vi.advanceTimersByTimeAsync(0);
  live.recheck("another");
  live.recheck("aino");
  await vi.advanceTimersByTimeAsync(0);
  expect(client.ended).toBe("");
  aboard = false;
  live.recheck("aino");
  await vi.advanceTimersByTimeAsync(0);
  expect(client.ended).toBe("ended");
  const other = open();
  other.hub.interrupt();
  expect(other.client.ended).toBe("ended");
  hub.interrupt();
});

it("sends what happens while the present is read after it, and nothing before", async () => {
  const { hub, written } = open();
  hub.publish("gull", "log", "[1]");
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  const text = written.join("");
  expect(text.indexOf("event: state")).toBeGreaterThan(0);
  expect(text.indexOf("event: log")).toBeGreaterThan(text.indexOf("event: state"));
});

it("ends at once where it was let in while all were ended, so that it does not hold up those who wait for that", async () => {
  const { written, client } = open({}, undefined, (live) => live.close());
  await vi.advanceTimersByTimeAsync(0);
  expect([written, client.ended]).toEqual([[], "ended"]);
});

it("ends if a follower takes it up again who lost the right to it a moment before", async () => {
  const live = createLive(createHub("p"));
  let ended = "";
  let mayKnow = true;
  const follow = (lastEventId: string | null) =>
    live.follow(
      {
        caller: { role: "user_role", claims: { uid: "aino" } },
        lastEventId,
        present: async () => (mayKnow ? PRESENT : null),
      },
      "gull",
      {
        write() {},
        waiting: () => 0,
        end: () => {
          ended = "ended";
        },
        destroy: () => {
          ended = "cut off";
        },
      },
    );
  const leave = follow(null);
  await vi.advanceTimersByTimeAsync(0);
  leave();
  ended = "";
  // She is let in, and taken off the boat before there is a stream that could be checked.
  mayKnow = false;
  live.recheck("aino");
  follow("p-1");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toBe("ended");
});
