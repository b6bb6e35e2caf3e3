/** Following a boat over HTTP: its users see events at once, and only its users. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it, vi } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { followers, postingTo, row } from "./following.ts";

const service = serviceForTests();
const { api } = service;

const follow = followers(service);

const contact = ({ vesselToken }: Sailor) =>
  api.post(
    "/metadata?on_conflict=vessel_id",
    { name: "Live", plugin_version: "0.2.0", time: new Date().toISOString() },
    { token: vesselToken, headers: { Prefer: "resolution=merge-duplicates" } },
  );

const post = postingTo(api);

describe("following a boat", () => {
  it("begins with the present, and goes on with each position and its values", async () => {
    const sailor = await newSailor(api, "Live");
    await contact(sailor);
    await post(sailor, [row(10)]);
    for (const token of [sailor.userToken, sailor.vesselToken]) {
      const stream = await follow(token);
      expect(stream.answer.status).toBe(200);
      expect(stream.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      expect(stream.answer.headers.get("cache-control")).toContain("no-store");
      // The service ends it with its connection, which must not serve another request.
      expect(stream.answer.headers.get("connection")).toBe("close");
      await stream.has(() => expect(stream.heard[0]?.event).toBe("state"));
      const [state] = stream.of("state");
      expect(state).toMatchObject({
        connection: "online",
        alerts: [],
        position: { latitude: 59.8, status: "sailing" },
      });
    }
    const stream = await follow(sailor.userToken);
    await stream.has(() => expect(stream.heard[0]?.event).toBe("state"));
    await post(sailor, [row(2), row(1, { latitude: 59.81 })]);
    const north = () => stream.of("position").filter(({ latitude }) => latitude === 59.81);
    await stream.has(() => expect(north()).toHaveLength(1));
    const [position] = north();
    expect(position).toMatchObject({
      latitude: 59.81,
      longitude: 22.9,
      speedoverground: 5.4,
      courseovergroundtrue: 180,
      windspeedapparent: 10,
      anglespeedapparent: -40,
      status: "sailing",
      values: { voltage: 12.6, fuel: 0.4 },
    });
    expect(position.values.speed).toBeCloseTo((5.4 * 1852) / 3600, 9);
    // The same rows again are no news.
    await post(sailor, [row(1, { time: position.time, latitude: 59.81 })]);
    await post(sailor, [row(0)]);
    await stream.has(() => expect(stream.of("position").at(-1).latitude).toBe(59.8));
    expect(north()).toHaveLength(1);
    expect(stream.of("state")).toHaveLength(1);
  });

  it("tells when logs and stays begin and end, and when contact is lost and made", async () => {
    const sailor = await newSailor(api, "Events");
    const stream = await follow(sailor.userToken);
    await contact(sailor);
    const rows = passage(Date.now() - 6 * 3_600_000, [
      { stay: "moored", minutes: 60 },
      { sail: 160, knots: 5, minutes: 50 },
      { stay: "anchored", minutes: 120 },
    ]);
    for (let i = 0; i < rows.length; i += 20) await post(sailor, rows.slice(i, i + 20));
    await service.drainJobs();
    await stream.has(() => {
      expect(stream.of("connection").map(({ state }) => state)).toEqual(["online"]);
      expect(stream.of("log").map(({ active }) => active)).toEqual(expect.arrayContaining([true, false]));
      expect(stream.of("stay").map(({ active }) => active)).toEqual(expect.arrayContaining([true, false]));
    });
    const finished = stream.of("log").at(-1);
    const [log] = (await api.get("/logbook?select=id,name,distance", { token: sailor.userToken })).json;
    expect(finished).toMatchObject(log);
    await api.patch(`/logbook?id=eq.${log.id}`, { name: "Out to the skerry" }, { token: sailor.userToken });
    await stream.has(() => expect(stream.of("log").at(-1).name).toBe("Out to the skerry"));
    await api.delete(`/logbook?id=eq.${log.id}`, { token: sailor.userToken });
    await stream.has(() => expect(stream.of("log")).toContainEqual({ id: log.id, deleted: true }));
  });

  it("goes on where it was, without a gap, and with the present if that is not known any more", async () => {
    const sailor = await newSailor(api, "Gap");
    await contact(sailor);
    const first = await follow(sailor.userToken);
    await post(sailor, [row(9)]);
    await first.has(() => expect(first.of("position")).toHaveLength(1));
    const last = first.heard.at(-1)?.id ?? "";
    await first.leave();
    // Until the service has noticed.
    await new Promise((done) => setTimeout(done, 500));
    const missed = [8, 7, 6].map((minutes) => row(minutes));
    for (const one of missed) await post(sailor, [one]);
    const again = await follow(sailor.userToken, { "Last-Event-ID": last });
    const times = () => again.of("position").map(({ time }) => new Date(time).toISOString());
    const sent = missed.map(({ time }) => time);
    await again.has(() => expect(times()).toEqual(sent));
    const next = row(5);
    await post(sailor, [next]);
    await again.has(() => expect(times()).toEqual([...sent, next.time]));
    expect(again.of("state")).toEqual([]);
    const other = await follow(sailor.userToken, { "Last-Event-ID": "somewhere-else-17" });
    await other.has(() => expect(other.heard.map(({ event }) => event)).toEqual(["state"]));
  });

  it("is for those who are signed in, and shows no other boat", async () => {
    const sailor = await newSailor(api, "Mine");
    const stranger = await newSailor(api, "Theirs");
    for (const [token, headers] of [
      [null, {}],
      [null, { "x-is-public": "TGl2ZSwgcHVibGljX21vbml0b3JpbmcsIDA=" }],
      ["nonsense", {}],
    ] as const) {
      const refused = await follow(token, headers);
      expect(refused.answer.status).toBe(401);
      expect(refused.answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
    const inQuery = await fetch(`${service.apiUrl}/live?token=${sailor.userToken}`);
    expect(inQuery.status).toBe(401);
    expect((await api.post("/live", {}, { token: sailor.userToken })).status).toBe(405);
    await contact(sailor);
    await contact(stranger);
    const stream = await follow(stranger.userToken);
    await stream.has(() => expect(stream.heard[0]?.event).toBe("state"));
    await post(sailor, [row(3)]);
    await post(stranger, [row(2, { latitude: 1 })]);
    await stream.has(() => expect(stream.of("position").at(-1)?.latitude).toBe(1));
    expect(stream.of("position").filter(({ latitude }) => latitude !== 1)).toEqual([]);
  });

  it("ends when the session ends or the boat's token is replaced", async () => {
    const sailor = await newSailor(api, "Revoked");
    const [person, boat] = [await follow(sailor.userToken), await follow(sailor.vesselToken)];
    await person.has(() => expect([...person.heard, ...boat.heard]).toHaveLength(2));
    const rotated = await api.post("/rpc/rotate_vessel_token_fn", {}, { token: sailor.userToken });
    expect(rotated.status).toBe(200);
    await boat.has(() => expect(boat.ended()).toBe(true));
    expect(person.ended()).toBe(false);
    await api.post("/rpc/sign_out_everywhere_fn", {}, { token: sailor.userToken });
    await person.has(() => expect(person.ended()).toBe(true));
  });

  it("holds no connection to the database, and only so many streams for one account", async () => {
    const sailor = await newSailor(api, "Many");
    for (let i = 0; i < 40; i++) expect((await follow(sailor.userToken)).answer.status).toBe(200);
    const one = await follow(sailor.userToken);
    expect(one.answer.status).toBe(429);
    expect(one.answer.headers.get("retry-after")).toBe("15");
    // More than there are connections, and everything else is answered as always.
    expect((await api.get("/vessels_view", { token: sailor.userToken })).status).toBe(200);
  });

  it("gives back the places of those who leave while they are let in, or while another answer comes first", async () => {
    const sailor = await newSailor(api, "Hurried");
    const { hostname, port } = new URL(service.apiUrl);
    const asked = `GET /live HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${sailor.userToken}\r\n\r\n`;
    const say = async (text: string): Promise<Socket> => {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(text);
      return socket;
    };
    // One stream, and many behind it that it keeps from beginning.
    const first = await say(asked.repeat(60));
    await once(first, "data");
    await sleep(500);
    first.destroy();
    await service.database.owner.transaction(async (tx) => {
      await tx.run(sql`lock table api.metadata in access exclusive mode`);
      for (const one of await Promise.all(Array.from({ length: 60 }, () => say(asked)))) {
        await sleep(5);
        one.destroy();
      }
    });
    await vi.waitFor(async () => expect(await openStreams(sailor.userToken)).toBe(200), {
      timeout: 30_000,
      interval: 1_000,
    });
  });
});

/** Opens the maximum of streams for an account; the first refusal, if there is one. */
async function openStreams(token: string): Promise<number> {
  const cut = new AbortController();
  try {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        fetch(`${service.apiUrl}/live`, {
          headers: { Authorization: `Bearer ${token}` },
          signal: cut.signal,
        }),
      ),
    );
    return answers.find(({ status }) => status !== 200)?.status ?? 200;
  } finally {
    cut.abort();
  }
}
