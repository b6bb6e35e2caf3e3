import { formatter } from "@lingui/format-po";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const po = formatter();

/**
 * Compiles selected entries of a catalog.
 * @param text a translation file in gettext format
 * @param isWanted selects an entry by its source files, relative to this folder
 */
export function compiled(
  text: string,
  locale: string,
  isWanted: (files: readonly string[]) => boolean,
): Readonly<Record<string, CompiledMessage>> {
  const entries = po.parse(text, { locale, sourceLocale: "en", filename: `${locale}.po` });
  if (entries instanceof Promise) throw new Error("the catalog is not read at once");
  const wanted = Object.entries(entries)
    .filter(([, { origin }]) => isWanted(origin?.map(([file]) => file) ?? []))
    // Sorted by id, files compress better.
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (wanted.length < 100) throw new Error(`the catalog ${locale} has lost its entries`);
  return Object.fromEntries(
    wanted.map(([id, { translation, message }]) => [id, compileMessage(translation || message || id)]),
  );
}

/** A catalog's file, with the part that is wanted. */
const CATALOG = /\/languages\/(\w+)\.po\?(first|others)$/;
/** Folders of the pages that most visits begin with. */
export const FIRST_PAGES = ["now", "logs", "log", "account", "public"];
/** A text of a page, with the page's folder. */
const OF_PAGE = /^src\/pages\/(\w+)\//;
/** Sentences of the service, shown unchanged in English. */
const SENTENCES = /^src\/server-messages\/sentences\//;

/**
 * A language's messages as two modules: `?first` for the pages that most visits begin with and what all share,
 * `?others` for the other pages. Messages that only the service uses are in neither.
 */
export function catalogs(): Plugin {
  return {
    name: "wakelog-catalogs",
    transform(text, file) {
      const [, locale, part] = CATALOG.exec(file) ?? [];
      if (locale === undefined) return null;
      const shown = (file: string) => file.startsWith("src/") && !(locale === "en" && SENTENCES.test(file));
      const isFirst = (file: string) => FIRST_PAGES.includes(OF_PAGE.exec(file)?.[1] ?? "now");
      const messages = compiled(text, locale, (files) => {
        const here = files.filter(shown);
        return here.some(isFirst) ? part === "first" : part === "others" && here.length > 0;
      });
      return {
        code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`,
        map: null,
        moduleType: "js",
      };
    },
  };
}
