/** A user with a boat that sends measurements, and the resulting alerts. */

import { destination, type Position } from "@wakelog/kit/geo/distance.ts";
import { expect } from "vitest";
import type { Answer, Client, Sailor } from "../../../../../test/support/client.ts";
import { newSailor } from "../../../../../test/support/client.ts";

export const MINUTE = 60_000;

/** A row, minutes from now; negative in the past. */
export interface Measured {
  readonly minute: number;
  /** Where, as metres from the boat's place on a course. */
  readonly away?: readonly [metres: number, course: number];
  readonly metrics?: Readonly<Record<string, unknown>>;
  readonly row?: Readonly<Record<string, unknown>>;
}

export const PLACE: Position = { latitude: 59.8, longitude: 22.9 };

export interface WatchedBoat {
  readonly sailor: Sailor;
  send(rows: readonly Measured[]): Promise<void>;
  rule(rule: Readonly<Record<string, unknown>>): Promise<Answer>;
  call(name: string, body?: object): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape and fail loudly where one differs
  rows(path: string): Promise<any>;
  /** Kind, key and state of each alert, in the order in which they were raised. */
  alerts(): Promise<readonly (readonly [string, string | null, string])[]>;
  /** Channels of the alerts' events, oldest first. */
  events(like?: string): Promise<readonly string[]>;
}

/** Signs up an account whose boat sends rows around now. */
export async function watchedBoat(api: Client, name = "Watched"): Promise<WatchedBoat> {
  const sailor = await newSailor(api, name);
  const now = Date.now();
  const rows: WatchedBoat["rows"] = async (path) => {
    const answer = await api.get(path, { token: sailor.userToken });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  return {
    sailor,
    rows,
    async send(measured) {
      const sent = measured.map(({ minute, away, metrics, row }) => {
        const place = away === undefined ? null : destination(PLACE, away[1], away[0]);
        return {
          time: new Date(now + minute * MINUTE).toISOString(),
          latitude: place?.latitude ?? null,
          longitude: place?.longitude ?? null,
          metrics: metrics ?? {},
          ...row,
        };
      });
      const answer = await api.post("/metrics?select=time", sent, {
        token: sailor.vesselToken,
        headers: { Prefer: "return=representation" },
      });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.json).toHaveLength(measured.length);
    },
    rule: (rule) =>
      api.post("/alert_rules", rule, {
        token: sailor.userToken,
        headers: { Prefer: "return=representation" },
      }),
    call: (procedure, body = {}) => api.post(`/rpc/${procedure}`, body, { token: sailor.userToken }),
    async alerts() {
      const found: readonly { kind: string; key: string | null; state: string }[] = await rows(
        "/alerts_view?select=kind,key,state&order=raised_at,id",
      );
      return found.map(({ kind, key, state }) => [kind, key, state]);
    },
    async events(like = "alert*") {
      const found: readonly { channel: string }[] = await rows(
        `/eventlogs_view?select=channel&channel=like.${like}&order=id`,
      );
      return found.map(({ channel }) => channel);
    },
  };
}

/** A row with the voltage of the house battery. */
export const volts = (minute: number, value: unknown): Measured => ({
  minute,
  metrics: { "electrical.batteries.House.voltage": value },
});
