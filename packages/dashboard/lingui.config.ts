import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

/** Texts of the dashboard and the service: English in the sources, translations in .po files. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "fr", "es", "de", "pt"],
  fallbackLocales: { default: "en" },
  catalogs: [
    {
      path: "<rootDir>/src/languages/{locale}",
      include: ["<rootDir>/src", "<rootDir>/../server/src/people/notifications/words"],
    },
  ],
  format: formatter({ lineNumbers: false }),
  // Texts of a page are next to each other.
  orderBy: "origin",
});
