import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

/** The words of the dashboard and of the service: English in the sources, the others beside each other in files for translators. */
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
  orderBy: "messageId",
});
