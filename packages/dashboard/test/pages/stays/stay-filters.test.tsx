// @vitest-environment happy-dom
/** Filtering stays: by fields, kept in the address, changed by back and forward. */
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import {
  readStays,
  StayFilters,
  type StaysShown,
  writeStays,
} from "../../../src/pages/stays/stay-filters.tsx";
import { choose, press, render, settle, startEach, type } from "../../render.tsx";

startEach();

const read = (query: string) => readStays(new URLSearchParams(query));
const EVERY = read("");
let history: StaysShown[] = [];
let go: (shown: StaysShown) => void = () => {};

function Filters({ start }: { readonly start: StaysShown }) {
  const [shown, setShown] = useState(start);
  go = setShown;
  const show = (next: StaysShown) => {
    history.push(next);
    setShown(next);
  };
  return <StayFilters shown={shown} onShow={show} />;
}

function show(start: StaysShown): void {
  history = [];
  render(<Filters start={start} />);
}
const place = () => screen.getByLabelText<HTMLInputElement>("Place");

describe("the filters of stays", () => {
  test("choose a type and days at once, from the first page on", async () => {
    show({ ...EVERY, page: 3 });
    await choose("Type", "Anchor");
    type("From", "2026-08-02");
    type("To", "2026-08-05");
    expect(history).toEqual([
      { ...EVERY, type: 2 },
      { ...EVERY, type: 2, from: "2026-08-02" },
      { ...EVERY, type: 2, from: "2026-08-02", to: "2026-08-05" },
    ]);
  });

  test("ask for a place once it was typed, not for each letter", async () => {
    show({ ...EVERY, page: 2 });
    for (const text of ["K", "Ka", "Kap"]) type("Place", text);
    expect(history).toEqual([]);
    await waitFor(() => expect(history).toEqual([{ ...EVERY, place: "Kap" }]));
    await settle();
    expect(place().value).toBe("Kap");
  });

  test("follow back and forward, and ask for nothing by themselves then", async () => {
    show({ ...EVERY, place: "Kappel" });
    expect(place().value).toBe("Kappel");
    await waitFor(() => {
      go(EVERY);
      expect(place().value).toBe("");
    });
    await new Promise((done) => setTimeout(done, 400));
    expect(history).toEqual([]);
  });

  test("show all again", async () => {
    show({ ...EVERY, type: 4, place: "Kappel", from: "2026-08-02" });
    await press("Show all");
    expect(history).toEqual([EVERY]);
    expect(place().value).toBe("");
    await new Promise((done) => setTimeout(done, 400));
    expect(history).toEqual([EVERY]);
    expect(screen.queryByRole("button", { name: "Show all" })).toBe(null);
  });

  test("are read from an address as they are written to it, and nonsense asks for nothing", () => {
    const shown = { type: 2, place: "a b", from: "2026-08-02", to: "", page: 7 } as const;
    expect(read(new URLSearchParams(writeStays(shown)).toString())).toEqual(shown);
    expect(read("type=9&page=x&from=never&to=2026-13-41")).toEqual(EVERY);
  });
});
