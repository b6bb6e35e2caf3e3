// @vitest-environment happy-dom
/** Where browsers run no service worker, the pages that set things up say that nothing is kept. */
import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { SettingsPage } from "../../src/pages/settings/settings-page.tsx";
import { StartPage } from "../../src/pages/start/start-page.tsx";
import { render, settle, startEach } from "../render.tsx";

startEach();

const PAGES: readonly (readonly [string, ReactElement])[] = [
  ["Settings", <SettingsPage key="settings" />],
  ["First steps", <StartPage key="start" />],
];

describe.each(PAGES)("%s", (title, page) => {
  test.each([
    ["over plain http says that nothing is kept, and the way out", false],
    ["says nothing of it over https", true],
  ])("%s", async (_, isSecure) => {
    Object.defineProperty(window, "isSecureContext", { configurable: true, value: isSecure });
    render(page);
    await screen.findByRole("heading", { level: 1, name: title });
    await settle();
    expect(screen.queryAllByText(/open the dashboard by an https address/)).toHaveLength(isSecure ? 0 : 1);
  });
});
