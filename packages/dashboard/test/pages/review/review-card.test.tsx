// @vitest-environment happy-dom
/** A pending decision. */
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { type ReviewEntry, reviewQuestion } from "../../../src/api/logs/review.ts";
import { AS_SAID } from "../../../src/languages/speech.ts";
import { type Answered, ReviewCard } from "../../../src/pages/review/review-card.tsx";
import { press, render, startEach } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();

function Waiting({ entry }: { readonly entry: ReviewEntry }) {
  const [answered, setAnswered] = useState<Answered | null>(null);
  return (
    <ul>
      <ReviewCard entry={entry} track={undefined} answered={answered ?? undefined} onAnswer={setAnswered} />
    </ul>
  );
}

test("a refused answer says why, and the thing waits again", async () => {
  const [entry] = reviewQuestion.parse(
    [{ id: 7, kind: "unrecorded", from: "Hanko", to: "Utö", decisions: ["keep", "delete"], distance: 120 }],
    AS_SAID,
  );
  if (entry === undefined) throw new Error("no entry");
  let refuse = () => {};
  const held = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  answerWith(async () => {
    await held;
    return { status: 400, body: { code: "22023", message: "Not now.", details: null, hint: null } };
  });
  render(<Waiting entry={entry} />);
  await press(/^Not a trip/);
  expect((await screen.findByRole("status")).textContent).toContain("You said");
  refuse();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Not now."));
  expect(screen.getByRole("button", { name: /^Not a trip/ })).toBeTruthy();
  expect(requestsSent().filter(({ path }) => path === "/rpc/review_fn")).toHaveLength(1);
});
