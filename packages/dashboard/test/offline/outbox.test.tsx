// @vitest-environment happy-dom
/** The outbox: changes are stored on the device and sent in order, once each. */

import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { entriesQuestion, withWaitingEntries } from "../../src/api/entries/entries.ts";
import { reachServer, read } from "../../src/api/request.ts";
import { addLine, changeAdded, changeRow, removeAdded, sendChange } from "../../src/api/write.ts";
import { AS_SAID } from "../../src/languages/speech.ts";
import { askServer, checkServerBy, isReachable } from "../../src/offline/connectivity.ts";
import { discardChange, resendChange, sendChangesBy, waitingChanges } from "../../src/offline/outbox.ts";
import { beginSession } from "../../src/session/token.ts";
import { startEach } from "../render.tsx";
import { answerWith, requestsSent, type Sent } from "../service.ts";

startEach();
checkServerBy(reachServer);
sendChangesBy(sendChange, () => {});

beforeEach(async () => {
  // Each account has its own outbox.
  await waitFor(() => expect(waitingChanges()).toEqual([]));
});

const TIME = "2026-06-01T07:20:00.000Z";
const written = () => requestsSent().map(({ method, path, body }) => [method, path, body]);

async function withoutLink(): Promise<void> {
  answerWith(() => null);
  await askServer();
  expect(isReachable()).toBe(false);
}

async function withLink(answer: (sent: Sent) => { readonly status?: number; readonly body?: unknown }) {
  answerWith(answer);
  expect(await askServer()).toBe(true);
}

test("what is written without a link arrives once there is one, in its order, with a key", async () => {
  await withoutLink();
  expect(await changeRow("stays", 3, { notes: "Fog" })).toBe("done");
  await addLine("log_entries", { time: TIME, kind: "remark", text: "Seals" });
  expect(waitingChanges()).toHaveLength(2);
  await withLink(({ method }) => (method === "POST" ? { body: [{ id: 8 }] } : { status: 204 }));
  await waitFor(() => expect(waitingChanges()).toEqual([]));
  expect(written()).toEqual([
    ["PATCH", "/stays?id=eq.3", { notes: "Fog" }],
    ["POST", "/log_entries?select=id", { time: TIME, kind: "remark", text: "Seals" }],
  ]);
  const keys = requestsSent().map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  expect(keys.every((key) => /^"[0-9a-f-]{36}"$/.test(key ?? ""))).toBe(true);
});

test("what got no answer is sent again with the same key", async () => {
  answerWith((sent) => (sent.method === "HEAD" ? {} : null));
  expect(await changeRow("stays", 3, { notes: "Rain" })).toBe("done");
  const [first] = requestsSent();
  await withoutLink();
  await withLink(() => ({ status: 204 }));
  await waitFor(() => expect(waitingChanges()).toEqual([]));
  expect(requestsSent().map(({ key }) => key)).toEqual([first?.key]);
});

test("answers are shown with what waits", async () => {
  const row = { id: 3, time: TIME, kind: "remark", text: "Seals", extra: {}, version: "v1" };
  answerWith(() => ({ body: [row] }));
  await withoutLink();
  await changeRow("log_entries", 3, { text: "Two seals" });
  await addLine("log_entries", { time: TIME, kind: "remark", text: "A whale" });
  answerWith(({ method }) => (method === "GET" ? { body: [row] } : null));
  const { value } = await read(entriesQuestion(1), new AbortController().signal, AS_SAID);
  const day = { started: new Date("2026-06-01T00:00:00Z"), ended: new Date("2026-06-02T00:00:00Z") };
  const lines = withWaitingEntries(value, waitingChanges(), day);
  expect(lines.map(({ text, waits }) => [text, waits])).toEqual([
    ["Two seals", true],
    ["A whale", true],
  ]);
  const elsewhere = { started: new Date("2026-07-01T00:00:00Z"), ended: null };
  expect(withWaitingEntries([], waitingChanges(), elsewhere)).toEqual([]);
});

test("a row that waits is changed where it waits, or not sent at all", async () => {
  await withoutLink();
  await addLine("log_entries", { time: TIME, kind: "remark", text: "Squall over" });
  await addLine("log_entries", { time: TIME, kind: "remark", text: "Not worth a line" });
  const [first, second] = waitingChanges().map(({ key }) => key);
  await changeAdded("log_entries", first ?? "", { text: "Only rain" });
  await removeAdded("log_entries", second ?? "");
  await withLink(() => ({ body: [{ id: 9 }] }));
  await waitFor(() => expect(waitingChanges()).toEqual([]));
  expect(written()).toEqual([
    ["POST", "/log_entries?select=id", { time: TIME, kind: "remark", text: "Only rain" }],
  ]);
});

test("a row that may have been added already is changed once its number is known", async () => {
  answerWith((sent) => (sent.method === "HEAD" ? {} : null));
  await addLine("log_entries", { time: TIME, kind: "remark", text: "Seals" });
  await withoutLink();
  const [added] = waitingChanges();
  await changeAdded("log_entries", added?.key ?? "", { text: "Two seals" });
  expect(waitingChanges()).toHaveLength(2);
  await withLink(({ method }) => (method === "POST" ? { body: [{ id: 12 }] } : { status: 204 }));
  await waitFor(() => expect(waitingChanges()).toEqual([]));
  expect(written()).toEqual([
    ["POST", "/log_entries?select=id", { time: TIME, kind: "remark", text: "Seals" }],
    ["PATCH", "/log_entries?id=eq.12", { text: "Two seals" }],
  ]);
});

test("after a conflict nothing is sent until the user chose, and the choice has the newer version", async () => {
  await withoutLink();
  await changeRow("stays", 3, { notes: "Mine" }, "v1");
  await changeRow("stays", 3, { name: "Quay" });
  await changeRow("stays", 4, { notes: "Another stay" });
  const details = { stored: { notes: "Theirs" }, version: "v2" };
  await withLink(({ version }) =>
    version === '"v1"' ? { status: 412, body: { message: "Changed meanwhile", details } } : { status: 204 },
  );
  await waitFor(() => expect(waitingChanges()).toHaveLength(2));
  const [stale] = waitingChanges();
  expect(stale?.refused?.stale).toEqual(details);
  if (stale === undefined) throw new Error("no conflict");
  await resendChange(stale, "another-key");
  await waitFor(() => expect(waitingChanges()).toEqual([]));
  expect(requestsSent().map(({ path, version, body }) => [path, version, body])).toEqual([
    ["/stays?id=eq.3", '"v1"', { notes: "Mine" }],
    ["/stays?id=eq.4", undefined, { notes: "Another stay" }],
    ["/stays?id=eq.3", '"v2"', { notes: "Mine" }],
    ["/stays?id=eq.3", undefined, { name: "Quay" }],
  ]);
});

test("what the service refuses stays with its reason until it is given up", async () => {
  await withoutLink();
  await changeRow("stays", 3, { name: "" });
  await withLink(() => ({ status: 400, body: { message: "A name is needed", hint: "Write one." } }));
  await waitFor(() => expect(waitingChanges()[0]?.refused?.message).toBe("A name is needed"));
  const [refused] = waitingChanges();
  if (refused !== undefined) await discardChange(refused);
  expect(waitingChanges()).toEqual([]);
});

test("changes wait for the account that made them", async () => {
  await withoutLink();
  await changeRow("stays", 3, { notes: "Mine" });
  beginSession("token", "somewhere-else@example.org");
  await waitFor(() => expect(waitingChanges()).toEqual([]));
  await withLink(() => ({ status: 204 }));
  expect(requestsSent()).toEqual([]);
});
