// @vitest-environment happy-dom
/** What she does, as a link: the place stands in the head line only. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Lying, UnderWay } from "../../../src/pages/now/doing.tsx";
import { FreshFor } from "../../../src/queries/use-now.ts";
import { render, startEach } from "../../render.tsx";
import { answerWith } from "../../service.ts";

startEach();

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const LOG = { id: 3, name: null, from: "Kiel", started: ago(130) };
const SAILED = {
  from: LOG.started.toISOString(),
  columns: { seconds: [0, 4200], latitude: [54.9, 54.8], longitude: [10.5, 10.2], miles: [0, 12.25] },
};

test("a stay has its duration, without its place", async () => {
  const stay = { id: 1, name: "Kiel", isBesideTown: false, arrived: ago(26 * 60), stayCode: 4, disc: null };
  render(<Lying stay={{ ...stay, stayCode: 4 }} />);
  expect(screen.getByRole("link").textContent).toBe("This stay 1 d 2 h");
});

test("a voyage has its distance and time; of a silent boat until she fell silent", async () => {
  answerWith(() => ({ body: SAILED }));
  const { unmount } = render(<UnderWay log={LOG} lastMeasured={ago(1)} />);
  expect((await screen.findByText(/12\.3 NM/)).textContent).toBe("Under way 12.3 NM in 2 h 10 min");
  unmount();
  render(<UnderWay log={LOG} lastMeasured={ago(60)} />);
  const words = await screen.findByText(/12\.3 NM/);
  expect(words.textContent).toBe("When last heard from: under way 12.3 NM in 1 h 10 min");
});

test("a boat that sends every hour is not silent after fifty minutes", async () => {
  render(
    <FreshFor value={7200}>
      <UnderWay log={LOG} lastMeasured={ago(50)} />
    </FreshFor>,
  );
  expect(screen.getByRole("link").textContent).toBe("Under way");
});
