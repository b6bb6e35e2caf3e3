// @vitest-environment happy-dom
/** What opens from widgets, where the link breaks the first time that it is fetched. */
import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Menu } from "../../src/ui/choices/menu.tsx";
import type * as OnDemand from "../../src/ui/choices/on-demand.ts";
import { Select } from "../../src/ui/choices/select.tsx";
import { Dialog } from "../../src/ui/dialog.tsx";
import { press, render, startEach } from "../render.tsx";
// Compiled before a test waits for them.
import "../../src/ui/choices/open-menu.tsx";
import "../../src/ui/choices/open-select.tsx";
import "../../src/ui/dialog-box.tsx";

startEach();

vi.mock("../../src/ui/choices/on-demand.ts", async (original) => {
  const real = await original<typeof OnDemand>();
  const brokenOnce = <T,>(fetchPart: () => Promise<T>) => {
    let isBroken = true;
    return () => {
      const fetched = isBroken ? Promise.reject(new TypeError("no link")) : fetchPart();
      isBroken = false;
      return fetched;
    };
  };
  return {
    ...real,
    fetchDialog: brokenOnce(real.fetchDialog),
    fetchMenu: brokenOnce(real.fetchMenu),
    fetchList: brokenOnce(real.fetchList),
  };
});

const FAILED = "It cannot be fetched now.";
const none = () => {};

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <input aria-label="Name" />
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Dialog title="A question" open={open} onClose={() => setOpen(false)}>
        <p>Yes or no?</p>
      </Dialog>
    </>
  );
}

test("a dialog says so, leaves the page alone, and opens the next time", async () => {
  render(<Page />);
  const name = screen.getByLabelText<HTMLInputElement>("Name");
  name.value = "Kapla";
  await press("Ask");
  expect((await screen.findByRole("alert")).textContent).toContain(FAILED);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Kapla");
  await press("Close");
  expect(screen.queryByRole("alert")).toBe(null);
  await press("Ask");
  await screen.findByRole("dialog", { name: "A question" });
});

test("a menu says so, and opens with the next press", async () => {
  render(<Menu label="More" choices={[{ words: "Delete", onChoose: none }]} />);
  await press("More");
  expect((await screen.findByRole("alert")).textContent).toBe(FAILED);
  await press("More");
  await screen.findByRole("menuitem", { name: "Delete" });
});

test("a list says so, and opens with the next press", async () => {
  render(<Select label="Sort by" choices={[["day", "Day"]]} value="day" onChoose={none} />);
  await act(async () => screen.getByRole("combobox", { name: "Sort by" }).click());
  expect((await screen.findByRole("alert")).textContent).toBe(FAILED);
  await act(async () => screen.getByRole("combobox", { name: "Sort by" }).click());
  await screen.findByRole("option", { name: "Day" });
});
