// @vitest-environment happy-dom
/** Editing words: stored at each keystroke, sent by column, shown at once, reverted if refused. */
import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import type { StayWords } from "../../src/api/places/place-words.ts";
import { editStay, type StayOfPage, stayQuestion } from "../../src/api/places/stay.ts";
import { placeShape } from "../../src/features/places/place-fields.tsx";
import { waitingChanges } from "../../src/offline/outbox.ts";
import { useAnswer } from "../../src/queries/use-answer.ts";
import { type Edit, useEdit } from "../../src/queries/use-edit.ts";
import { renderHook, settle, startEach } from "../render.tsx";
import { answerWith, requestsSent, type Sent } from "../service.ts";

startEach();
beforeEach(() => {
  window.scrollTo = vi.fn();
});

const NOWHERE: StayOfPage = {
  ...{ id: 0, version: null, name: "", stayCode: 1, notes: "", arrived: null, departed: null },
  ...{ latitude: null, longitude: null, radiusM: null, moorageId: null },
  ...{ arrivalReason: null, departureReason: null },
};
let nextId = 1;

/** A stay in the service, patched by columns. */
function stored(id: number, patch: (sent: Sent) => { readonly status: number; readonly body?: unknown }) {
  let row: Record<string, unknown> = { id, name: "Jetty", stay_code: 4, notes: "Deep", version: "v1" };
  answerWith((sent) => {
    if (sent.method === "GET") return { body: [row] };
    const answered = patch(sent);
    if (answered.status === 204) row = { ...row, ...(sent.body as object), version: "v2" };
    return answered;
  });
}

/** Opens the edit of a stay, with what the page shows. */
async function openEdit(id: number) {
  const { result, unmount } = renderHook(() => {
    const { value } = useAnswer(stayQuestion(id));
    const edit: Edit<StayWords> = useEdit<StayOfPage, StayWords>(stayQuestion(id), value ?? NOWHERE, {
      name: `stay ${id}`,
      wordsOf: ({ name, stayCode, notes }) => ({ name, stayCode, notes }),
      schema: (t) => z.object(placeShape(t)),
      withWords: (one, words) => ({ ...one, ...words }),
      send: (change, version) => editStay(id, change, version),
    });
    return { edit, shown: value };
  });
  await waitFor(() => expect(result.current.shown?.name).toBe("Jetty"));
  await settle();
  return { now: () => result.current, unmount };
}
const patches = () => requestsSent().filter(({ method }) => method === "PATCH");

test("sends the columns that were typed into, with the version that was read", async () => {
  const id = nextId++;
  stored(id, () => ({ status: 204 }));
  const { now } = await openEdit(id);
  act(() => now().edit.write({ notes: "Deep, quiet" }));
  expect(now().edit).toMatchObject({ changed: true, saved: false, words: { notes: "Deep, quiet" } });
  await act(() => now().edit.save());
  expect(patches()).toMatchObject([
    { path: `/stays?id=eq.${id}`, body: { notes: "Deep, quiet" }, version: '"v1"' },
  ]);
  await waitFor(() => expect(now().edit).toMatchObject({ changed: false, saved: true }));
});

test("sends nothing while a word is wrong, and judges only those that were typed", async () => {
  const id = nextId++;
  stored(id, () => ({ status: 204 }));
  const { now } = await openEdit(id);
  act(() => now().edit.write({ name: "  " }));
  expect(now().edit.faultOf("name")).toBe(null);
  await act(async () => expect(await now().edit.save()).toBe(false));
  expect(now().edit.faultOf("name")).toBe("Fill this in.");
  expect(now().edit).toMatchObject({ changed: true, words: { name: "  " } });
  expect(patches()).toEqual([]);
  act(() => now().edit.write({ name: " Quay " }));
  await act(async () => expect(await now().edit.save()).toBe(true));
  expect(patches().map(({ body }) => body)).toEqual([{ name: "Quay" }]);
});

test("sends nothing when a field has its old value again", async () => {
  const id = nextId++;
  stored(id, () => ({ status: 204 }));
  const { now } = await openEdit(id);
  act(() => now().edit.write({ name: "Quay" }));
  act(() => now().edit.write({ name: "Jetty" }));
  expect(now().edit.changed).toBe(false);
  await act(() => now().edit.save());
  expect(patches()).toEqual([]);
});

test("is there again after the page was left", async () => {
  const id = nextId++;
  stored(id, () => ({ status: 204 }));
  const first = await openEdit(id);
  act(() => first.now().edit.write({ notes: "Half a sent" }));
  await settle();
  first.unmount();
  const again = await openEdit(id);
  await waitFor(() => expect(again.now().edit.words.notes).toBe("Half a sent"));
  act(() => again.now().edit.drop());
  expect(again.now().edit.words.notes).toBe("Deep");
});

test("takes a refused edit back from the page, says why and keeps what was typed", async () => {
  const id = nextId++;
  stored(id, () => ({ status: 400, body: { message: "The name is too long" } }));
  const { now } = await openEdit(id);
  act(() => now().edit.write({ name: "Long" }));
  await act(async () => expect(await now().edit.save()).toBe(false));
  expect(now().edit.problem?.message).toBe("The name is too long");
  expect(now().shown?.name).toBe("Jetty");
  expect(now().edit).toMatchObject({ changed: true, saved: false, words: { name: "Long" } });
});

test("keeps what is typed while it is being saved, and saves it next", async () => {
  const id = nextId++;
  stored(id, () => ({ status: 204 }));
  const { now } = await openEdit(id);
  act(() => now().edit.write({ notes: "Good holding" }));
  await act(async () => {
    const saving = now().edit.save();
    now().edit.write({ notes: "Good holding, some swell" });
    expect(await saving).toBe(false);
  });
  expect(now().edit).toMatchObject({ changed: true, words: { notes: "Good holding, some swell" } });
  await act(() => now().edit.save());
  expect(patches().map(({ body }) => body)).toEqual([
    { notes: "Good holding" },
    { notes: "Good holding, some swell" },
  ]);
});

test("keeps a conflict for the user to choose, and does not call it saved", async () => {
  const id = nextId++;
  const details = { stored: { notes: "Theirs" }, version: "v9" };
  stored(id, () => ({ status: 412, body: { message: "It was changed meanwhile", details } }));
  const { now } = await openEdit(id);
  act(() => now().edit.write({ notes: "Mine" }));
  await act(() => now().edit.save());
  expect(now().edit).toMatchObject({ changed: false, saved: false });
  const [change] = waitingChanges().filter((one) => one.id === id);
  expect(change?.refused?.stale).toEqual({ stored: { notes: "Theirs" }, version: "v9" });
});
