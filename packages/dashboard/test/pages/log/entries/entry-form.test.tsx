// @vitest-environment happy-dom
/** An entry from form to service: input is kept, and only changes are sent. */
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { addEntry, changeEntry } from "../../../../src/api/entries/entries.ts";
import { useKeptDraft } from "../../../../src/offline/use-kept-draft.ts";
import {
  changesOf,
  draftFrom,
  draftIn,
  type EntryDraft,
  keptText,
  newDraft,
  wordsOf,
} from "../../../../src/pages/log/entries/entry-draft.ts";
import { EntryForm } from "../../../../src/pages/log/entries/entry-form.tsx";
import { choose, press, render, settle, startEach, type } from "../../../render.tsx";
import { answerWith, requestsSent } from "../../../service.ts";

startEach();

const TIME = new Date("2026-06-01T07:20:00Z");
const BEFORE = {
  name: "7",
  version: "v1",
  time: TIME,
  kind: "weather",
  text: "Squall",
  extra: { windSpeed: 24, myKey: "mine" },
} as const;
let closed = 0;

function Line({ name, start }: { readonly name: string; readonly start: EntryDraft }) {
  const { draft = null, newest, put } = useKeptDraft(name, draftIn, keptText);
  const shown = draft ?? start;
  const { of } = shown;
  return (
    <EntryForm
      draft={shown}
      onType={(change) => put(change(newest() ?? start))}
      onSave={() => (of === null ? addEntry(wordsOf(shown)) : changeEntry(of, changesOf(shown, of)))}
      onClose={() => {
        closed++;
        put(null);
      }}
    />
  );
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe("a line of the logbook", () => {
  test("is sent with what was asked for in its kind", async () => {
    answerWith(() => ({ status: 201, body: [{ id: 9 }] }));
    render(<Line name="log 1 entry" start={newDraft(TIME)} />);
    await choose("About", "Weather");
    type("Wind, kn", "14,5");
    type("Remark", " Squall over ");
    closed = 0;
    await press("Write it down");
    await waitFor(() => expect(closed).toBe(1));
    expect(requestsSent()).toMatchObject([
      {
        method: "POST",
        path: "/log_entries?select=id",
        body: { time: TIME.toISOString(), kind: "weather", text: "Squall over", extra: { windSpeed: 14.5 } },
      },
    ]);
  });

  test("is not sent while it is empty, or a number is out of range", async () => {
    answerWith(() => ({ status: 201, body: [{ id: 9 }] }));
    render(<Line name="log 5 entry" start={newDraft(TIME)} />);
    await press("Write it down");
    expect(screen.getByRole("alert").textContent).toBe("Write something, or a number that you observed.");
    await choose("About", "Weather");
    type("Wind, kn", "250");
    type("Gusts, kn", "30");
    await press("Write it down");
    expect(screen.getByRole("alert").textContent).toBe("Write a number from 0 to 200.");
    expect(document.activeElement).toBe(field("Wind, kn"));
    expect(requestsSent()).toEqual([]);
    type("Wind, kn", "25");
    closed = 0;
    await press("Write it down");
    await waitFor(() => expect(closed).toBe(1));
    expect(requestsSent()[0]?.body).toMatchObject({ kind: "weather", extra: { windSpeed: 25, gust: 30 } });
  });

  test("keeps what the form does not show when its text changes", async () => {
    answerWith(() => ({ status: 204 }));
    render(<Line name="log 2 entry" start={draftFrom(BEFORE)} />);
    expect(field("Wind, kn").value).toBe("24");
    type("Remark", "Squall, reefed");
    closed = 0;
    await press("Write it down");
    await waitFor(() => expect(closed).toBe(1));
    expect(requestsSent()).toMatchObject([
      { method: "PATCH", path: "/log_entries?id=eq.7", body: { text: "Squall, reefed" }, version: '"v1"' },
    ]);
  });

  test("stays in the form with the reason when it is refused", async () => {
    answerWith(() => ({ status: 400, body: { message: "The line is too long" } }));
    render(<Line name="log 3 entry" start={draftFrom(BEFORE)} />);
    type("Remark", "Very long");
    closed = 0;
    await press("Write it down");
    expect((await screen.findByRole("alert")).textContent).toContain("The line is too long");
    expect([closed, field("Remark").value]).toEqual([0, "Very long"]);
  });

  test("is there again after the page was left, and gone once it was saved or dropped", async () => {
    const first = render(<Line name="log 4 entry" start={newDraft(TIME)} />);
    await choose("About", "Sea");
    type("Remark", "Long swell");
    await settle();
    first.unmount();
    const second = render(<Line name="log 4 entry" start={newDraft(TIME)} />);
    await waitFor(() => expect(field("Remark").value).toBe("Long swell"));
    expect(screen.getByLabelText("About").textContent).toContain("Sea");
    await press("Not now");
    await settle();
    second.unmount();
    render(<Line name="log 4 entry" start={newDraft(TIME)} />);
    await settle();
    expect(field("Remark").value).toBe("");
  });
});
