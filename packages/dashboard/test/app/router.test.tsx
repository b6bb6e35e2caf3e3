// @vitest-environment happy-dom
/** Routing: the old page stays until the new one has loaded, and each visit knows its position and origin. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Router, useShown } from "../../src/app/router.tsx";
import { Link } from "../../src/routing/link.tsx";
import { cameFrom, currentVisit, navigate, useLocation, useQueryWords } from "../../src/routing/location.ts";
import { RECOVER_PATH, REVIEW_PATH, SIGN_IN_PATH, SIGN_UP_PATH } from "../../src/routing/paths.ts";
import { render, startEach } from "../render.tsx";

startEach();
// Under load their first import may take longer than a test waits.
beforeAll(async () => {
  await import("../../src/pages/account/sign-in-page.tsx");
  await import("../../src/pages/account/sign-up-page.tsx");
  await import("../../src/pages/account/recover-page.tsx");
});
beforeEach(() => {
  window.scrollTo = vi.fn();
  navigate("/no/such/page", "replace");
});

const readWord = (query: URLSearchParams) => query.get("word") ?? "";
const writeWord = (word: string) => ({ word });

function Probe() {
  const { route, page } = useShown();
  const [word, setWord] = useQueryWords(readWord, writeWord);
  return (
    <>
      <p data-testid="route">{route?.path ?? "none"}</p>
      <p data-testid="location">{useLocation()}</p>
      <p data-testid="word">{word}</p>
      <button type="button" onClick={() => setWord("reef")}>
        Write
      </button>
      <Link to={RECOVER_PATH}>Leave</Link>
      {page}
    </>
  );
}

const shown = (name: string) => screen.getByTestId(name).textContent;
const show = (fetchOthers = async () => {}) =>
  render(
    <Router fetchOthers={fetchOthers}>
      <Probe />
    </Router>,
  );

test("shows that an address has no page, and goes on from there", async () => {
  show();
  expect(shown("route")).toBe("none");
  await screen.findByRole("heading", { name: "Off the chart" });
  act(() => navigate(RECOVER_PATH));
  await screen.findByRole("heading", { name: "Forgot the password?" });
  expect([shown("route"), shown("location")]).toEqual([RECOVER_PATH, RECOVER_PATH]);
  expect(cameFrom("/no/such/page")).toBe("/no/such/page");
  expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, left: 0 });
});

test("keeps the page before until the next one has come, and shows only the newest", async () => {
  // No other test of this process opens it by its route: a page that has loaded is there at once.
  show();
  act(() => navigate(SIGN_UP_PATH));
  expect(shown("location")).toBe("/no/such/page");
  act(() => navigate(`${RECOVER_PATH}?word=kept`));
  await waitFor(() => expect(shown("location")).toBe(`${RECOVER_PATH}?word=kept`));
  expect(shown("word")).toBe("kept");
  expect(screen.queryByRole("heading", { name: "Create an account" })).toBe(null);
});

test("waits for the words of a page that few visits begin with, and for no others", async () => {
  let arrive = () => {};
  const fetchOthers = vi.fn(() => new Promise<void>((done) => (arrive = done)));
  show(fetchOthers);
  act(() => navigate(SIGN_IN_PATH));
  await screen.findByRole("heading", { name: "Sign in" });
  expect(fetchOthers).not.toHaveBeenCalled();
  act(() => navigate(REVIEW_PATH));
  await waitFor(() => expect(fetchOthers).toHaveBeenCalled());
  await import("../../src/pages/review/review-page.tsx");
  expect(shown("location")).toBe(SIGN_IN_PATH);
  await act(async () => arrive());
  await waitFor(() => expect(shown("location")).toBe(REVIEW_PATH));
});

test("keeps words in the query of the address, each a step of the history unless it replaces one", async () => {
  navigate(RECOVER_PATH, "replace");
  show();
  await screen.findByRole("heading", { name: "Forgot the password?" });
  const before = currentVisit().key;
  const steps = window.history.length;
  fireEvent.click(screen.getByRole("button", { name: "Write" }));
  await waitFor(() => expect(shown("word")).toBe("reef"));
  expect([window.location.search, window.history.length - steps]).toEqual(["?word=reef", 1]);
  expect(currentVisit().key).not.toBe(before);
  act(() => navigate(RECOVER_PATH, "replace"));
  await waitFor(() => expect(shown("word")).toBe(""));
  expect(window.history.length - steps).toBe(1);
});

test("leaves a click with a modifier key to the browser", async () => {
  show();
  const link = screen.getByRole("link", { name: "Leave" });
  const stopped: boolean[] = [];
  const listen = (event: Event) => {
    stopped.push(event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener("click", listen);
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }, {}]) {
    fireEvent.click(link, modifier);
  }
  window.removeEventListener("click", listen);
  expect(stopped).toEqual([false, false, false, false, true]);
  await waitFor(() => expect(shown("location")).toBe(RECOVER_PATH));
});
