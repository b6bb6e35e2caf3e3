// @vitest-environment happy-dom
/** Focus around what opens from a widget. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { Menu } from "../../src/ui/choices/menu.tsx";
import { Select } from "../../src/ui/choices/select.tsx";
import { render, startEach } from "../render.tsx";

startEach();

it.each([
  ["combobox", "listbox"],
  ["button", "menu"],
])("a %s has the focus again after its %s was closed, however it was opened", async (role, overlay) => {
  const choices = [
    ["port", "Port"],
    ["starboard", "Starboard"],
  ] as const;
  const menu = choices.map(([, words]) => ({ words, onChoose: () => undefined }));
  render(
    role === "button" ? (
      <Menu label="Side" choices={menu} />
    ) : (
      <Select label="Side" choices={choices} value="port" onChoose={() => undefined} />
    ),
  );
  screen.getByRole(role, { name: "Side" }).focus();
  // As Enter and screen readers do: a click without a pointer.
  fireEvent.click(screen.getByRole(role, { name: "Side" }), { detail: 0 });
  const opened = await screen.findByRole(overlay);
  await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole(overlay)).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name: "Side" })));
});
