/**
 * The dashboard reads JSON whose shape no generated type has: settings, and the columns `reasons`, `segments` and `extra`
 * of a log, and the answer to a correction. Each is read here as the running service sends it, so that a name that
 * changes on either side is missed.
 */

import { beforeAll, expect, test } from "vitest";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { prove } from "../../../../test/support/proven.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../test/support/skipper.ts";
import { settingsQuestion } from "../../../dashboard/src/api/account/settings.ts";
import { belongingsQuestion } from "../../../dashboard/src/api/leaving/belongings.ts";
import { firstLog } from "../../../dashboard/src/api/logs/correction-answer.ts";
import { logQuestion } from "../../../dashboard/src/api/logs/log.ts";
import type { Question } from "../../../dashboard/src/api/question.ts";
import { AS_SAID } from "../../../dashboard/src/languages/speech.ts";
import { tokenIssuer } from "../../src/people/accounts/tokens.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 4, 1, 6);

const service = serviceForTests();
let skipper: Skipper;

beforeAll(async () => {
  skipper = await newSkipper(service);
  // The engine runs all the time, and counts it.
  await skipper.send(
    passage(START, DAY_TRIP).map((row, minute) => ({
      ...row,
      metrics: {
        ...(typeof row.metrics === "object" ? row.metrics : {}),
        "propulsion.main.runTime": 1000 + minute * 60,
        "navigation.log": 1852 * minute,
      },
    })),
  );
});

/** What the dashboard parses from the service's response to a question. */
async function read<T>({ path, parse }: Question<T>): Promise<T> {
  return parse(await skipper.rows(path), AS_SAID);
}

test("the settings", async () => {
  const { email, userToken } = skipper.sailor;
  const bot = await tokenIssuer(TEST_SECRET, 1).operator("messenger_role", 3600);
  expect(await read(settingsQuestion)).toMatchObject({ hasChat: false, emailValid: false });
  const code = await skipper.call("generate_otp_fn", { email });
  const chat = { token: code.json, messenger_obj: { from: { id: 4711 }, chat: { id: 4711 } } };
  expect((await service.api.post("/rpc/messenger_fn", chat, { token: bot })).json).toBe(true);
  await prove(service, email);
  const on = { key: "{email_notifications}", value: true };
  await service.api.post("/rpc/update_user_preferences_fn", on, { token: userToken });
  expect(await read(settingsQuestion)).toMatchObject({
    email,
    firstName: "Aino",
    lastName: "Meri",
    createdAt: expect.any(Date),
    hasVessel: true,
    emailValid: true,
    hasChat: true,
    muted: expect.objectContaining({ email: [] }),
    published: expect.objectContaining({ public_logs: "none" }),
    publicName: expect.any(String),
    quietHours: null,
    reachedOn: ["email", "messenger"],
  });
});

test("what would go with the account", async () => {
  const told = await read(belongingsQuestion);
  expect(told).toMatchObject({ boats: ["Kapla"], photos: 0 });
  expect(told.logs).toBe((await skipper.logs(START)).length);
  expect(told.rows).toBe((await skipper.rows("/metrics?select=time")).length);
});

test("how a log was made, and what its counters gained", async () => {
  const [[id = 0, from = null, to = null] = []] = await skipper.logs(START);
  const minutes = (to ?? 0) - (from ?? 0);
  const log = await read(logQuestion(id));
  expect(log?.engineSeconds).toBeCloseTo(minutes * 60, -2);
  expect(log?.loggedNm).toBeCloseTo(minutes, 0);
  expect(log?.making).toMatchObject({
    startReason: expect.stringMatching(/\w+ \w+/),
    endReason: expect.stringMatching(/\w+ \w+/),
    confidence: expect.any(Number),
  });
  const segments = log?.making.segments ?? [];
  expect(segments.length).toBeGreaterThan(0);
  expect(segments.map((one) => one.kind)).not.toContain("gap");
  const spent = segments.reduce((sum, one) => sum + one.to.getTime() - one.from.getTime(), 0);
  expect(spent / MINUTE).toBeCloseTo(minutes, 0);
  const sailed = segments.reduce((sum, one) => sum + (one.distanceNm ?? Number.NaN), 0);
  expect(sailed).toBeCloseTo(log?.distanceNm ?? 0, 1);
});

test("the log that a correction leaves", async () => {
  const [first, second] = await skipper.logs(START);
  const joined = await skipper.call("merge_logbook_fn", { id_start: first?.[0], id_end: second?.[0] });
  expect(firstLog(joined.json)).toBe(first?.[0]);
  const split_time = new Date(START + ((first?.[1] ?? 0) + 20) * MINUTE).toISOString();
  const split = await skipper.call("split_logbook_fn", { _id: first?.[0], split_time });
  expect(firstLog(split.json)).toBe(first?.[0]);
});
