// @vitest-environment happy-dom
/** What opens from a widget is fetched when it is wanted; one that cannot be is said, and fetched at the next try. */
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { NotFetched } from "../../src/ui/choices/not-fetched.tsx";
import { useOnDemand } from "../../src/ui/choices/on-demand.ts";
import { press, render, startEach } from "../render.tsx";

startEach();

interface Part {
  readonly words: string;
}

/** A widget whose part comes from there. */
function opener(fetchPart: () => Promise<Part>) {
  return function Opener() {
    const { part, failed, want } = useOnDemand(fetchPart);
    return (
      <>
        <button type="button" onClick={want}>
          Open
        </button>
        {part === null ? null : <p>{part.words}</p>}
        {failed ? <NotFetched /> : null}
      </>
    );
  };
}

const says = () => screen.queryByRole("alert")?.textContent ?? null;

test("is fetched when it is wanted, and not before", async () => {
  let fetches = 0;
  const Opener = opener(async () => {
    fetches++;
    return { words: "The list" };
  });
  render(<Opener />);
  expect(fetches).toBe(0);
  await press("Open");
  screen.getByText("The list");
  expect([fetches, says()]).toEqual([1, null]);
});

test("says that it cannot be fetched, until the next press has tried again", async () => {
  let give: (part: Part) => void = () => {};
  const answers = [
    () => Promise.reject(new Error("no link")),
    () =>
      new Promise<Part>((done) => {
        give = done;
      }),
  ];
  const Opener = opener(() => answers.shift()?.() ?? Promise.reject(new Error("asked once more")));
  render(<Opener />);
  await press("Open");
  expect(says()).toBe("It cannot be fetched now.");
  await press("Open");
  expect(says()).toBe(null);
  await act(async () => give({ words: "The list" }));
  screen.getByText("The list");
  expect(says()).toBe(null);
});
