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
const CATALOG = /\/languages\/(\w+)\.po\?(first|others|sentences)$/;
/** Folders of the pages that most visits begin with. */
export const FIRST_PAGES = ["now", "logs", "log", "account", "public"];
/** A text of a page, with the page's folder. */
const OF_PAGE = /^src\/pages\/(\w+)\//;
/** Sentences of the service, shown unchanged in English. Lists show places before any other. */
const SENTENCES = /^src\/server-messages\/sentences\/(?!places\.)/;

/** The part of a catalog in which a text is, by the sources that have it; null if only the service has it. */
function partOf(files: readonly string[]): string | null {
  const shown = files.filter((file) => file.startsWith("src/"));
  const own = shown.filter((file) => !SENTENCES.test(file));
  if (own.some((file) => FIRST_PAGES.includes(OF_PAGE.exec(file)?.[1] ?? "now"))) return "first";
  if (own.length > 0) return "others";
  return shown.length > 0 ? "sentences" : null;
}

/**
 * A language's messages as three modules: `?first` for the pages that most visits begin with and what all share,
 * `?others` for the other pages, `?sentences` for those of the service. Messages that only the service uses are in none.
 */
export function catalogs(): Plugin {
  return {
    name: "wakelog-catalogs",
    transform(text, file) {
      const [, locale, part] = CATALOG.exec(file) ?? [];
      if (locale === undefined) return null;
      const messages = compiled(text, locale, (files) => partOf(files) === part);
      return {
        code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`,
        map: null,
        moduleType: "js",
      };
    },
  };
}
