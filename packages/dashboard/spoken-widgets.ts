import type { Plugin } from "vite";
import lingui from "./lingui.config.ts";

/** The widget libraries' translations, such as `intl/dnd/pt-PT.mjs`. */
const WORDS =
  /\/(?:react-aria|react-aria-components|react-stately)\/.*\/intl\/(?:.*\/)?([a-z]{2})-[A-Z]{2}\.mjs$/;

/** Drops widget translations of unsupported languages; they fall back to English. */
export function spokenWidgets(): Plugin {
  return {
    name: "wakelog-spoken-widgets",
    enforce: "pre",
    load(id) {
      const [, language] = WORDS.exec(id) ?? [];
      return language === undefined || lingui.locales.includes(language) ? null : "export default undefined;";
    },
  };
}
