// @vitest-environment happy-dom
/** Bar charts and lines of years: their values can be read without a pointer. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bars } from "../../../src/plots/figures/bars.tsx";
import { scaleRings, scaleSteps } from "../../../src/plots/figures/scale-steps.ts";
import { YearLines } from "../../../src/plots/figures/year-lines.tsx";
import { render, startEach } from "../../render.tsx";

startEach();

const texts = (container: HTMLElement, of: string) =>
  [...container.querySelectorAll(of)].map(({ textContent }) => textContent);

describe("bars", () => {
  const bars = [
    { label: "Jan", value: 0, words: "January: nothing" },
    { label: "Feb", value: 6.25, words: "February: 6.25 NM" },
    { label: "Mar", value: 1203.4, words: "March: 1203 NM" },
  ];

  test("have their value each, and one unit", () => {
    const { container } = render(<Bars bars={bars} unit="NM" />);
    expect(texts(container, ".bars__bar")).toEqual(["Jan0", "Feb6.3", "Mar1203"]);
    expect(texts(container, ".bars__unit")).toEqual(["NM"]);
  });

  test("keep the labels between, for where they stand below one another", () => {
    const { container } = render(<Bars bars={bars} unit="NM" labelEvery={2} />);
    expect(texts(container, ".bars__label")).toEqual(["Jan", "Feb", "Mar"]);
    expect(texts(container, ".bars__label--between")).toEqual(["Feb"]);
  });

  test("of nothing are no higher than nothing", () => {
    const { container } = render(<Bars bars={[{ label: "Jan", value: 0, words: "" }]} unit="NM" />);
    expect(container.querySelector<HTMLElement>(".bars__fill")?.style.flexBasis).toMatch(/\* 0\)$|^0/);
  });
});

describe("lines of years", () => {
  test("have a scale in round steps, and each year's sum", () => {
    const lines = [
      { year: 2026, sums: [10, 412.4] },
      { year: 2025, sums: [0, 0, 95.25] },
    ];
    const { container } = render(<YearLines lines={lines} unit="NM" />);
    expect(texts(container, ".year-lines__scale li")).toEqual(["200", "400"]);
    expect(texts(container, ".year-lines__sum")).toEqual(["412 NM", "95 NM"]);
  });

  test("have one to four steps above zero, up to more than half of the greatest", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e6, noNaN: true }), (most) => {
        const steps = scaleSteps(most);
        expect(steps[0]).toBe(0);
        expect(steps.length).toBeGreaterThanOrEqual(2);
        expect(steps.length).toBeLessThanOrEqual(5);
        expect(steps.at(-1)).toBeLessThanOrEqual(most * (1 + 1e-6));
        expect(steps.at(-1)).toBeGreaterThan(most / 2);
      }),
    );
    expect(scaleSteps(0)).toEqual([0]);
  });

  test("enclose every value with one more ring where the steps end below it", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (most) => {
        const [rings, steps] = [scaleRings(most), scaleSteps(most).slice(1)];
        expect(rings.slice(0, steps.length)).toEqual(steps);
        expect(rings.length - steps.length).toBeLessThanOrEqual(1);
        expect(rings.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-6));
        expect(rings.at(-2) ?? 0).toBeLessThan(most);
      }),
    );
    expect(scaleRings(1)).toEqual([0.5, 1]);
    expect(scaleRings(0.23)).toEqual([0.1, 0.2, expect.closeTo(0.3, 9)]);
  });
});
