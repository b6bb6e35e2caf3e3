import { createRouter } from "@tanstack/react-router";
import { visits } from "../routing/location.ts";
import { FailedPage } from "./failed-page.tsx";
import { routes } from "./routes.tsx";

/** Which page is shown, and its scroll position for when the user comes back. */
export const router = createRouter({
  routeTree: routes,
  history: visits,
  scrollRestoration: true,
  defaultErrorComponent: FailedPage,
  // Pages read queries themselves (see useQueryWords), as words and not as JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (words) => {
    const text = new URLSearchParams(words as Record<string, string>).toString();
    return text === "" ? "" : `?${text}`;
  },
});
