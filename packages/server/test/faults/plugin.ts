/** Boats that keep sending like plugins whatever happens to the service, and the invariants afterwards. */
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { expect, vi } from "vitest";
import { type Client, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";

const DAY_MS = 86_400_000;

/** How fast a plugin sends: rows in each batch, and the rest after each. */
interface Pace {
  readonly batch: number;
  readonly pauseMs: number;
}

/** A boat on its way. */
export interface Sending {
  readonly sailor: Sailor;
  /** When each batch was acknowledged, as `performance.now` counts. */
  readonly acknowledgedAt: number[];
  /** How many batches were not acknowledged and sent again. */
  unanswered: number;
  /** How many rows were acknowledged when it was over: all that were sent. Fails at once if an answer is a fault. */
  readonly acknowledged: Promise<number>;
}

/**
 * A boat's rows for some days, with a trip out and home on each.
 * @param start milliseconds since 1970-01-01 UTC
 */
export function season(days: number, start: number): readonly JsonObject[] {
  return Array.from({ length: days }, (_, day) => passage(start + day * DAY_MS, DAY_TRIP)).flat();
}

/** Sends rows once. */
export function post(api: Client, sailor: Sailor | undefined, batch: readonly JsonObject[]) {
  return api.post("/metrics?select=time", batch, {
    token: sailor?.vesselToken ?? "",
    headers: { Prefer: "return=representation" },
  });
}

/**
 * A plugin: sends a batch until it is acknowledged, then the next one, until it is over. It leaves no batch without an
 * acknowledgement, because the service may have stored the rows of one that it did not acknowledge.
 */
export function sendOn(
  api: () => Client,
  sailor: Sailor,
  rows: readonly JsonObject[],
  isOver: () => boolean,
  { batch: size, pauseMs }: Pace,
): Sending {
  const send = async (): Promise<number> => {
    let sent = 0;
    let isSentAgain = false;
    while (sent < rows.length && (isSentAgain || !isOver())) {
      const batch = rows.slice(sent, sent + size);
      const answer = await post(api(), sailor, batch).catch(() => null);
      // Anything but an answer or a promise to come back would be a fault.
      expect([undefined, 201, 503, 504], answer?.text).toContain(answer?.status);
      isSentAgain = answer?.status !== 201;
      if (!isSentAgain) {
        sent += batch.length;
        sending.acknowledgedAt.push(performance.now());
      } else sending.unanswered++;
      await sleep(pauseMs);
    }
    return sent;
  };
  const sending: Sending = {
    sailor,
    acknowledgedAt: [],
    unanswered: 0,
    acknowledged: Promise.resolve().then(() => send()),
  };
  // Its waiters get a fault; until then it must not end the test's process.
  sending.acknowledged.catch(() => undefined);
  return sending;
}

/** Unfinished work for a boat: ended stays without a moorage, and logs without a distance. */
const WAITING =
  "/eventlogs_view?select=channel&processed=is.null&channel=in.(finish_vessel,finish_log,fold_late,close_log)";

/** What two boats with the same history have in common, once their logs and stays are finished. */
async function logbook(api: Client, sailor: Sailor, patience: Patience) {
  const token = sailor.userToken;
  const get = async (path: string) => (await api.get(path, { token })).json;
  const unfinished = "/logbook?select=id&active=is.false&or=(distance.is.null,name.is.null)";
  await vi.waitFor(
    async () => expect([await get(WAITING), await get(unfinished)]).toEqual([[], []]),
    patience,
  );
  return {
    logs: await get(
      "/logbook?select=name,active,_from,_to,_from_time,_to_time,distance,duration,avg_speed,confidence,reasons&order=_from_time",
    ),
    stays: await get("/stays?select=name,arrived,departed,active,latitude,longitude,stay_code&order=arrived"),
    moorages: await get("/moorages?select=name,latitude,longitude,reference_count&order=latitude"),
    rows: await rowsOf(api, sailor),
  };
}

/** How many rows of a boat are there; NaN if the service does not say. */
export async function rowsOf(api: Client, { userToken: token }: Sailor): Promise<number> {
  const headers = { Prefer: "count=exact" };
  const answer = await api.send("HEAD", "/metrics?select=time", { token, headers });
  return Number(answer.headers.get("content-range")?.split("/")[1]);
}

/** Time-out for finishing logs and stays, and the polling interval. */
interface Patience {
  readonly timeout: number;
  readonly interval: number;
}

/** Every acknowledged row is stored once, and each boat's logbook equals an undisturbed boat's. */
export async function expectAsCalm(
  api: Client,
  boats: readonly Sending[],
  rows: readonly JsonObject[],
  what: string,
  patience: Patience,
): Promise<void> {
  for (const [n, boat] of boats.entries()) {
    const sent = rows.slice(0, await boat.acknowledged);
    const calm = await newSailor(api, `Calm ${n}`);
    for (let at = 0; at < sent.length; at += 1000) {
      expect((await post(api, calm, sent.slice(at, at + 1000))).status).toBe(201);
    }
    const wanted = await logbook(api, calm, patience);
    expect(wanted.rows).toBe(sent.length);
    expect(await logbook(api, boat.sailor, patience), `boat ${n}, ${what}`).toEqual(wanted);
  }
}
