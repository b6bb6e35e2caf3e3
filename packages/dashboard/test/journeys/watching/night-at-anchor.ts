/** A boat that sends a row each second, with adjustable readings. */

import { destination, type Position } from "@wakelog/kit/geo/distance.ts";
import { expect } from "vitest";
import type { Client } from "../../../../../test/support/client.ts";

/** What the boat measures. */
export interface Conditions {
  /** House battery, volts. */
  readonly voltage: number;
  /** Metres east of its anchor. */
  readonly away: number;
}

export interface SendingBoat {
  /** Changes readings and waits until they were sent twice. */
  measure(conditions: Partial<Conditions>): Promise<void>;
  /** Drops the link: nothing is sent any more. */
  lose(): Promise<void>;
  /** Restores the link. */
  resume(): void;
}

/** Maximum movement between rows in metres: no boat drags faster. */
const STEP = 8;
const EVERY_MS = 1000;

/** Starts sending. @param anchor its position */
export function sendingBoat(api: Client, token: string, anchor: Position): SendingBoat {
  let wanted: Conditions = { voltage: 12.8, away: 0 };
  let away = 0;
  let sent = 0;
  let failure: unknown = null;
  let stop = new AbortController();
  let sending: Promise<void> = Promise.resolve();

  const send = async (): Promise<void> => {
    away += Math.max(-STEP, Math.min(STEP, wanted.away - away));
    const row = {
      time: new Date().toISOString(),
      ...destination(anchor, 90, away),
      speedoverground: 0.3,
      status: "anchored",
      metrics: { "electrical.batteries.House.voltage": wanted.voltage },
    };
    const answer = await api.post("/metrics?select=time", [row], { token });
    expect(answer.status, answer.text).toBe(201);
    if (away === wanted.away) sent++;
  };
  const pause = () => new Promise<void>((done) => setTimeout(done, EVERY_MS));
  const resume = (): void => {
    stop = new AbortController();
    const { signal } = stop;
    sending = (async () => {
      while (!signal.aborted) {
        await send();
        await pause();
      }
    })().catch((cause: unknown) => {
      failure = cause;
    });
  };
  resume();
  return {
    async measure(conditions) {
      wanted = { ...wanted, ...conditions };
      sent = 0;
      while (sent < 2) {
        if (failure !== null) throw failure;
        await pause();
      }
    },
    async lose() {
      stop.abort();
      await sending;
      if (failure !== null) throw failure;
    },
    resume,
  };
}
