// @vitest-environment happy-dom
/** Connecting the boat: a line with its code for cameras, and the devices that are linked. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ConnectBoat } from "../../../src/features/boat/connect-boat.tsx";
import { press, render, startEach, type } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();

const LINE = "log.example.org/7K3M9QXP";

/** A service with one linked device, which wants the password for a line, or not. */
function serviceWith({ wantsPassword }: { readonly wantsPassword: boolean }): void {
  let links = [{ id: 3, name: "Cerbo GX", last_seen: "2026-08-12T10:41:00+00:00" }];
  answerWith(({ path, body }) => {
    if (path.startsWith("/rpc/pair_boat_fn")) {
      const isConfirmed = JSON.stringify(body).includes("fair winds");
      return wantsPassword && !isConfirmed
        ? { status: 403, body: { code: "28P01", message: "this needs your password again" } }
        : { body: { code: "7K3M9QXP", line: LINE, expires: "2026-08-12T10:56:00.000Z" } };
    }
    if (path.startsWith("/rpc/unlink_boat_fn")) {
      links = [];
      return { body: true };
    }
    return { body: path.startsWith("/boat_links_view") ? links : [] };
  });
}

test("shows a line, its code for cameras, and until when it is good", async () => {
  serviceWith({ wantsPassword: false });
  render(<ConnectBoat />);
  await press("Connect the boat");
  expect(await screen.findByText(LINE)).toBeTruthy();
  const code = screen.getByRole("img", { name: "QR code" });
  // A code of this length has 25 modules a side, and a margin of four.
  expect(code.getAttribute("viewBox")).toBe("0 0 33 33");
  expect(code.querySelectorAll("path")[1]?.getAttribute("d")).toMatch(/^M4 4h1v1h-1zM5 4h1v1h-1z/);
  expect(screen.getByText(/until 10:56 UTC/)).toBeTruthy();
});

test("asks for the password in an older session", async () => {
  serviceWith({ wantsPassword: true });
  render(<ConnectBoat />);
  await press("Connect the boat");
  await screen.findByLabelText("Your password");
  type("Your password", "fair winds 7");
  await press("Continue");
  expect(await screen.findByText(LINE)).toBeTruthy();
});

test("lists linked devices, and unlinks one after a question", async () => {
  serviceWith({ wantsPassword: false });
  render(<ConnectBoat />);
  expect(await screen.findByText("Cerbo GX")).toBeTruthy();
  expect(screen.getByRole("list", { name: "Linked devices" }).textContent).toContain("10:41 UTC");
  await press("Unlink");
  expect(requestsSent().some(({ path }) => path.startsWith("/rpc/unlink_boat_fn"))).toBe(false);
  await press("Yes: Unlink");
  await expect.poll(() => screen.queryByText("Cerbo GX")).toBeNull();
  expect(requestsSent().some(({ path }) => path.startsWith("/rpc/unlink_boat_fn"))).toBe(true);
});
