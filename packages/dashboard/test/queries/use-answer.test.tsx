// @vitest-environment happy-dom
/** What a component shows while its question is pending. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { RulesCard } from "../../src/pages/alerts/rules-card.tsx";
import { press, render, settle, startEach } from "../render.tsx";
import { answerWith, requestsSent } from "../service.ts";

startEach();

const problem = () => screen.queryByText("The logbook server did not answer.");

test("a problem stays in sight while the server is asked again", async () => {
  answerWith(({ path }) => (path.startsWith("/alert_rules") ? null : { body: [] }));
  render(<RulesCard />);
  await waitFor(() => expect(problem()).not.toBe(null));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answerWith(async () => {
    await held;
    return { body: [] };
  });
  await press("Try again");
  await waitFor(() => expect(requestsSent().some(({ path }) => path.startsWith("/alert_rules"))).toBe(true));
  await settle();
  expect(problem()).not.toBe(null);
  release();
  await waitFor(() => expect(problem()).toBe(null));
});
