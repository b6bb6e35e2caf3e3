import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;

const sendMetadata = (token: string, more: Readonly<Record<string, unknown>> = {}) =>
  api.post(
    "/metadata?on_conflict=vessel_id",
    { name: "Ledger", plugin_version: "0.2.0", time: new Date().toISOString(), ...more },
    { token, headers: { Prefer: "resolution=merge-duplicates" } },
  );

describe("the event log of one account", () => {
  it("holds each event of a sign-up, a sign-in, a boat and a voyage of two legs once, and all are worked off", async () => {
    const sailor = await newSailor(api, "Ledger");
    const { email, password, vesselToken } = sailor;
    const token = (await api.post("/rpc/login", { email, pass: password })).json.token;
    for (let i = 0; i < 3; i++) expect((await sendMetadata(vesselToken)).status).toBe(201);
    const rows = passage(Date.now() - 8 * 3_600_000, DAY_TRIP);
    for (let i = 0; i < rows.length; i += 20) {
      const answer = await api.post("/metrics?select=time", rows.slice(i, i + 20), { token: vesselToken });
      expect(answer.status).toBe(201);
    }
    await service.drainJobs();
    const events = await api.get("/eventlogs_view?select=channel,processed&order=id", { token });
    const counts: Record<string, number> = {};
    for (const { channel } of events.json) counts[channel] = (counts[channel] ?? 0) + 1;
    expect(counts).toEqual({
      new_account: 1,
      // Two of the sign-up, one of the sign-in of a user whose address is not proven.
      email_otp: 3,
      new_vessel: 1,
      monitoring_online: 1,
      // Where the boat was first seen, and each arrival.
      new_stay: 3,
      new_moorage: 2,
      new_logbook: 2,
      // When finishing is done.
      stay_finished: 2,
      log_finished: 2,
    });
    expect(events.json.filter((event: { processed: string | null }) => event.processed === null)).toEqual([]);
    // The same rows again, as after a lost answer, are no news.
    await api.post("/metrics?select=time", rows, { token: vesselToken });
    await service.drainJobs();
    const after = await api.get("/eventlogs_view?select=channel", { token });
    expect(after.json).toHaveLength(events.json.length);
  });
});

describe("a boat that falls silent", () => {
  const deliveries = (email: string) =>
    service.database.owner.transaction((tx) =>
      tx.query(
        sql`select kind, subject from app.deliveries where recipient = ${email} and kind like 'monitor%' order by id`,
      ),
    );
  const silentFor = (email: string, minutes: number) =>
    service.database.owner.transaction((tx) =>
      tx.run(sql`
        update api.metadata set time = now() - make_interval(mins => ${minutes}::int)
        where vessel_id = (
          select vessel_id from app.memberships join app.accounts using (account_id) where email = ${email})`),
    );
  const channels = async (token: string): Promise<readonly string[]> =>
    (await api.get("/eventlogs_view?select=channel&channel=like.monitoring*&order=id", { token })).json.map(
      (event: { channel: string }) => event.channel,
    );

  it("is offline after 70 minutes and online with its next contact: one message each, however often one looks", async () => {
    const sailor = await newSailor(api, "Silent");
    await prove(service, sailor.email);
    const token = sailor.userToken;
    await sendMetadata(sailor.vesselToken, { name: "Silent" });
    await service.drainJobs();
    expect(await channels(token)).toEqual(["monitoring_online"]);

    await silentFor(sailor.email, 69);
    await service.drainJobs();
    expect(await channels(token)).toEqual(["monitoring_online"]);

    await silentFor(sailor.email, 71);
    for (let i = 0; i < 3; i++) await service.drainJobs();
    expect(await channels(token)).toEqual(["monitoring_online", "monitoring_offline"]);
    expect((await api.get("/metadata?select=active", { token })).json).toEqual([{ active: false }]);

    for (let i = 0; i < 3; i++) {
      await sendMetadata(sailor.vesselToken, { name: "Silent" });
      await service.drainJobs();
    }
    expect(await channels(token)).toEqual(["monitoring_online", "monitoring_offline", "monitoring_online"]);
    // A return within half an hour of the message is reported when that is over.
    const told = [
      ["monitor_online", "Silent is online"],
      ["monitor_offline", "Silent is offline"],
    ];
    expect((await deliveries(sailor.email)).map((one) => [one.kind, one.subject])).toEqual(told);
    const [held] = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select id, round(extract(epoch from due - now()) / 60)::int as minutes from app.events
        where processed is null and channel = 'monitoring_online'`),
    );
    expect(held?.minutes).toBe(30);
    await service.database.owner.transaction((tx) =>
      tx.run(sql`update app.events set due = now() where id = ${Number(held?.id)}::int`),
    );
    await service.drainJobs();
    expect((await deliveries(sailor.email)).map((one) => [one.kind, one.subject])).toEqual([
      ...told,
      ["monitor_online", "Silent is online"],
    ]);
  });

  it("is reported back at once after a silence of more than six hours", async () => {
    const sailor = await newSailor(api, "Long silent");
    await prove(service, sailor.email);
    await sendMetadata(sailor.vesselToken, { name: "Long silent" });
    await service.drainJobs();
    await silentFor(sailor.email, 361);
    for (let i = 0; i < 2; i++) await service.drainJobs();
    await sendMetadata(sailor.vesselToken, { name: "Long silent" });
    await service.drainJobs();
    expect((await deliveries(sailor.email)).map((one) => one.kind)).toEqual([
      "monitor_online",
      "monitor_offline",
      "monitor_online",
    ]);
  });

  it("does not flap because its own clock is wrong: the server's time of contact counts", async () => {
    const sailor = await newSailor(api, "Wrong clock");
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    for (let i = 0; i < 3; i++) {
      await sendMetadata(sailor.vesselToken, { name: "Wrong clock", time: yesterday });
      await service.drainJobs();
    }
    expect(await channels(sailor.userToken)).toEqual(["monitoring_online"]);
  });

  it("is in contact while it sends metrics, also without metadata", async () => {
    const sailor = await newSailor(api, "Only metrics");
    await sendMetadata(sailor.vesselToken, { name: "Only metrics" });
    await service.drainJobs();
    await silentFor(sailor.email, 200);
    const [row] = passage(Date.now() - 120_000, [{ stay: "moored", minutes: 5 }]);
    await api.post("/metrics?select=time", [row], { token: sailor.vesselToken });
    await service.drainJobs();
    expect(await channels(sailor.userToken)).toEqual(["monitoring_online"]);
  });

  it("comes back with metrics too, when it had been declared offline", async () => {
    const sailor = await newSailor(api, "Back with metrics");
    await sendMetadata(sailor.vesselToken, { name: "Back with metrics" });
    await silentFor(sailor.email, 200);
    await service.drainJobs();
    const [row] = passage(Date.now() - 120_000, [{ stay: "moored", minutes: 5 }]);
    await api.post("/metrics?select=time", [row], { token: sailor.vesselToken });
    await service.drainJobs();
    await service.drainJobs();
    expect(await channels(sailor.userToken)).toEqual([
      "monitoring_online",
      "monitoring_offline",
      "monitoring_online",
    ]);
  });

  /** Silent for a while, then one POST. @returns whether it was noticed, and what was stored */
  const heard = async (rows: (sent: readonly unknown[]) => readonly unknown[]) => {
    const sailor = await newSailor(api, "Heard of");
    await sendMetadata(sailor.vesselToken, { name: "Heard of" });
    const live = passage(Date.now() - 120_000, [{ stay: "moored", minutes: 5 }]);
    const send = async (sent: readonly unknown[]) => {
      const answer = await api.post("/metrics?select=time", sent, {
        token: sailor.vesselToken,
        headers: { Prefer: "return=representation" },
      });
      expect(answer.status).toBe(201);
      return answer.json.length;
    };
    await send(live);
    await silentFor(sailor.email, 200);
    await service.drainJobs();
    const accepted = await send(rows(live));
    await service.drainJobs();
    const [metadata] = (await api.get("/metadata?select=active,time", { token: sailor.userToken })).json;
    const isFresh = Date.now() - Date.parse(metadata.time) < 60_000;
    expect(metadata.active).toBe(isFresh);
    expect((await channels(sailor.userToken)).length).toBe(isFresh ? 3 : 2);
    return { accepted, isFresh };
  };
  const minutesAgo = (minutes: number, parts: object = {}) => ({
    ...passage(Date.now() - minutes * 60_000, [{ stay: "moored", minutes: 5 }])[0],
    ...parts,
  });

  it("is in contact through a row of the last quarter of an hour, even when it is sent again", async () => {
    expect(await heard(() => [minutesAgo(14)])).toEqual({ accepted: 1, isFresh: true });
    expect(await heard(() => [minutesAgo(3000), minutesAgo(10), minutesAgo(2000)])).toEqual({
      accepted: 3,
      isFresh: true,
    });
    expect(await heard((sent) => sent)).toEqual({ accepted: 1, isFresh: true });
  });

  it("does not count as back because of older rows, refused rows or empty posts", async () => {
    expect(await heard(() => [minutesAgo(16), minutesAgo(5000)])).toEqual({ accepted: 2, isFresh: false });
    expect(await heard(() => [minutesAgo(1, { latitude: 91 })])).toEqual({ accepted: 0, isFresh: false });
    expect(await heard((sent) => sent.map((row) => ({ ...(row as object), latitude: 59.5 })))).toEqual({
      accepted: 0,
      isFresh: false,
    });
    expect(await heard(() => [minutesAgo(-60)])).toEqual({ accepted: 1, isFresh: false });
    expect(await heard(() => [])).toEqual({ accepted: 0, isFresh: false });
  });
});
