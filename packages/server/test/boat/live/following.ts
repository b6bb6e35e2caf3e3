/** Followers of a boat over HTTP, and rows to follow. */
import { afterEach, expect, vi } from "vitest";
import type { Client, Sailor } from "../../../../../test/support/client.ts";

interface Heard {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind
  readonly data: any;
}

/** Clients that parse server-sent events by the standard, and record them; they leave after each test. */
export function followers(service: { readonly apiUrl: string }) {
  const streams: { leave(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of streams.splice(0)) await one.leave();
  });
  return async function follow(token: string | null, headers: Readonly<Record<string, string>> = {}) {
    const cut = new AbortController();
    const answer = await fetch(`${service.apiUrl}/live`, {
      headers: {
        Accept: "text/event-stream",
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      signal: cut.signal,
    });
    const heard: Heard[] = [];
    let comments = 0;
    let ended = false;
    const read = async (): Promise<void> => {
      let text = "";
      const decoder = new TextDecoder();
      for await (const bytes of answer.body ?? []) {
        text += decoder.decode(bytes, { stream: true });
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          const fields = new Map(
            block.split("\n").map((line) => [line.split(":")[0] ?? "", line.replace(/^\w*: ?/, "")]),
          );
          if (fields.has("")) comments++;
          if (!fields.has("data")) continue;
          heard.push({
            id: fields.get("id") ?? "",
            event: fields.get("event") ?? "",
            data: JSON.parse(fields.get("data") ?? ""),
          });
        }
      }
    };
    const reading =
      answer.status === 200
        ? read()
            .catch(() => {})
            .finally(() => (ended = true))
        : null;
    const stream = {
      answer,
      heard,
      comments: () => comments,
      ended: () => ended,
      of: (event: string) => heard.filter((one) => one.event === event).map((one) => one.data),
      has: (what: () => void) => vi.waitFor(what, { timeout: 30_000, interval: 20 }),
      async leave() {
        cut.abort();
        await reading;
      },
    };
    streams.push(stream);
    return stream;
  };
}

/** A row of this many minutes ago. */
export const row = (minutesAgo: number, more: object = {}) => ({
  time: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  latitude: 59.8,
  longitude: 22.9,
  speedoverground: 5.4,
  courseovergroundtrue: 180,
  windspeedapparent: 10,
  anglespeedapparent: -40,
  status: "sailing",
  metrics: {
    "electrical.batteries.House.voltage": 12.6,
    "tanks.fuel.0.currentLevel": 0.5,
    "tanks.fuel.1.currentLevel": 0.4,
  },
  ...more,
});

/** Posts rows as a boat. */
export const postingTo =
  (api: Client) =>
  async (sailor: Sailor, rows: readonly object[]): Promise<void> =>
    expect((await api.post("/metrics?select=time", rows, { token: sailor.vesselToken })).status).toBe(201);
