import type { Caller } from "@wakelog/data-api/engine/handlers.ts";
import { expect, test } from "vitest";
import { callerLimits } from "../../../../src/service/limits/caller-limits.ts";

const limits = callerLimits({ bodyBytes: 33_554_432, poolSize: 8 });
const person = (uid: string): Caller => ({ role: "user_role", claims: { uid, vid: "Fulmar" } });
const boat = (vid: string): Caller => ({ role: "vessel_role", claims: { vid } });

test("anonymous callers share a quarter of the pool, with or without a token", () => {
  const stranger = limits({ role: "anonymous", claims: {} });
  expect(stranger).toMatchObject({ bodyBytes: 65_536, statementMs: 2000, requestsPerMinute: 600 });
  expect(stranger.share).toEqual({ key: "strangers", most: 2 });
  expect(limits(null)).toEqual(stranger);
});

test("each user and each boat may use half of the pool", () => {
  const shares = [person("a"), person("b"), boat("a"), boat("b")].map((one) => limits(one).share);
  expect(shares.map((share) => share?.most)).toEqual([4, 4, 4, 4]);
  expect(new Set(shares.map((share) => share?.key)).size).toBe(4);
  expect(limits(person("a"))).toMatchObject({ bodyBytes: 33_554_432, statementMs: 15_000 });
});

test("operators have no limits, and a pool of one serves every caller", () => {
  expect(limits({ role: "admin_role", claims: {} })).toMatchObject({ statementMs: null, share: null });
  const alone = callerLimits({ bodyBytes: 1000, poolSize: 1 });
  for (const caller of [null, person("a"), boat("a")]) expect(alone(caller).share?.most).toBe(1);
  expect(alone(null).bodyBytes).toBe(1000);
});
