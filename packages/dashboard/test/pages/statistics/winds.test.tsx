// @vitest-environment happy-dom
/** Wind rose and polar: room while they load, the problem if they cannot, and scales that hold every value. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { WindFigures } from "../../../src/pages/statistics/winds.tsx";
import { press, render, startEach } from "../../render.tsx";
import { answerWith } from "../../service.ts";

startEach();

const WINDS = {
  rose: [
    [0, 1, 9_000],
    [4, 2, 1_000],
  ],
  polar: [
    [60, 1, 3_600, 5.4],
    [90, 1, 3_600, 6.2],
  ],
};

test("winds that load keep their room, and a problem is said", async () => {
  answerWith(() => null);
  const { container } = render(<WindFigures year={2026} />);
  expect(container.querySelector(".skeleton")).not.toBe(null);
  await screen.findByRole("alert");
  answerWith(() => ({ body: WINDS }));
  await press("Try again");
  await screen.findByRole("figure", { name: "Wind rose" });
});

test("the scales end beyond the greatest share and the greatest speed", async () => {
  answerWith(() => ({ body: WINDS }));
  render(<WindFigures year={2026} />);
  const labels = (name: string) => {
    const found = screen.getByRole("figure", { name }).querySelectorAll(".compass__scale");
    return [...found].map(({ textContent }) => textContent);
  };
  await waitFor(() => expect(labels("Wind rose")).toEqual(["50 %", "100 %"]));
  expect(labels("Polar")).toEqual(["2 kn", "4 kn", "6 kn", "8 kn"]);
});
