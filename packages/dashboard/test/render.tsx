/** Renders dashboard components without a browser. */
import "fake-indexeddb/auto";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  act,
  cleanup,
  fireEvent,
  type RenderHookResult,
  type RenderResult,
  renderHook as renderHookInto,
  render as renderInto,
  screen,
} from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach } from "vitest";
import { AS_SAID, type Speech } from "../src/languages/speech.ts";
import { DisplayProvider } from "../src/preferences/display.tsx";
import { answers } from "../src/queries/answers.ts";
import { beginSession } from "../src/session/token.ts";
import { fetchDialog, fetchList, fetchMenu } from "../src/ui/choices/on-demand.ts";
import { answerWith, origin } from "./service.ts";

declare const happyDOM: { setURL(url: string): void };

// The simulated browser has only the name; the dashboard supports browsers without locks.
Reflect.deleteProperty(Object.getPrototypeOf(navigator), "locks");

let account = 0;

/** Prepares each test of a file: a new account, an empty page, English. */
export function startEach(): void {
  // What opens is fetched when it is first wanted, which takes seconds on a busy machine.
  beforeAll(async () => {
    await Promise.all([fetchDialog(), fetchList(), fetchMenu()]);
  });
  beforeEach(() => {
    happyDOM.setURL(`${origin}/`);
    answerWith(() => ({ status: 404, body: { message: "unexpected request" } }));
    window.localStorage.clear();
    window.sessionStorage.clear();
    beginSession("token", `sailor${account++}@example.org`);
  });
  afterEach(() => {
    cleanup();
    answers.clear();
  });
}

function providersIn(speech: Speech) {
  return ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={answers}>
      <DisplayProvider speech={speech}>{children}</DisplayProvider>
    </QueryClientProvider>
  );
}

/** Renders an element with a page's contexts. */
export function render(element: ReactNode, speech = AS_SAID): RenderResult {
  return renderInto(element, { wrapper: providersIn(speech) });
}

/** Runs a hook with a page's contexts. */
export function renderHook<T>(hook: () => T, speech = AS_SAID): RenderHookResult<T, unknown> {
  return renderHookInto(hook, { wrapper: providersIn(speech) });
}

/** Waits for pending work, such as a write to the device. */
export async function settle(): Promise<void> {
  await act(() => new Promise((done) => setTimeout(done, 20)));
}

/** Replaces the text of the field with this label. */
export function type(label: string | RegExp, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

/** Presses a button. A submit button sends its form. */
export async function press(name: string | RegExp): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
  });
}

/** Selects an option of a list. */
export async function choose(label: string, option: string): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole("combobox", { name: label }));
  });
  await act(async () => {
    fireEvent.click(await screen.findByRole("option", { name: option }));
  });
}
