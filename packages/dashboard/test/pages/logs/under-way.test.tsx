// @vitest-environment happy-dom
/** The voyage under way in the logbook: it follows the boat's rows, and asks the service seldom. */
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recentMetricsQuestion } from "../../../src/api/boat/recent-metrics.ts";
import { UnderWayRow } from "../../../src/pages/logs/under-way-row.tsx";
import { answers } from "../../../src/queries/answers.ts";
import { queryOf } from "../../../src/queries/query-of.ts";
import { currentToken } from "../../../src/session/token.ts";
import { render, settle, startEach } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();
afterEach(settle);

const START = new Date("2026-11-25T10:00:00Z");
const LOG = { id: 9, name: null, from: "Marstal", started: START };
const SAILED = {
  from: START.toISOString(),
  columns: { seconds: [0, 3600], latitude: [54.0, 54.1], longitude: [10, 10], miles: [0, 6] },
};
const asked = () => requestsSent().filter(({ path }) => path.startsWith("/rpc/log_track_fn")).length;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setInterval", "clearInterval", "Date"],
    now: Date.parse("2026-11-25T11:00:00Z"),
  });
  answerWith(({ path }) => (path.startsWith("/rpc/log_track_fn") ? { body: SAILED } : { body: [] }));
});
afterEach(() => {
  vi.useRealTimers();
});

test("grows with each row, without another request", async () => {
  render(<UnderWayRow log={LOG} />);
  await screen.findByText("6.00 NM");
  // As the stream appends it: three miles farther north.
  const row = { time: new Date("2026-11-25T11:30:00Z"), latitude: 54.15, longitude: 10, sogKnots: 6 };
  const value = [{ ...row, cogDegrees: 0, awsKnots: null, awaDegrees: null }];
  act(() => {
    const { queryKey } = queryOf(recentMetricsQuestion, currentToken());
    answers.setQueryData(queryKey, { value, total: null, storedAt: null });
  });
  await screen.findByText("9.00 NM");
  expect(asked()).toBe(1);
});

test("asks once a minute at most while the stream is down", async () => {
  render(<UnderWayRow log={LOG} />);
  await screen.findByText("6.00 NM");
  await act(async () => void vi.advanceTimersByTime(59_000));
  await settle();
  expect(asked()).toBe(1);
  await act(async () => void vi.advanceTimersByTime(2_000));
  await settle();
  expect(asked()).toBe(2);
});
