import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

/** The dashboard's words: English in the sources, the others beside each other in files for translators. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "fr", "es", "de", "pt"],
  fallbackLocales: { default: "en" },
  catalogs: [{ path: "<rootDir>/web/src/languages/{locale}", include: ["<rootDir>/web/src"] }],
  format: formatter({ lineNumbers: false }),
  orderBy: "messageId",
});
