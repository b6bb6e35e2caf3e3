import type { Plugin } from "vite";
import lingui from "./lingui.config.ts";

/** What the widgets' libraries say in one language, such as `intl/dnd/pt-PT.mjs`. */
const WORDS =
  /\/(?:react-aria|react-aria-components|react-stately)\/.*\/intl\/(?:.*\/)?([a-z]{2})-[A-Z]{2}\.mjs$/;

/** Leaves out what the widgets say in languages that the dashboard does not speak: they fall back to English then. */
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
