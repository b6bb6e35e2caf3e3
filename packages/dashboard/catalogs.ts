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
  isWanted: (file: string) => boolean,
): Readonly<Record<string, CompiledMessage>> {
  const entries = po.parse(text, { locale, sourceLocale: "en", filename: `${locale}.po` });
  if (entries instanceof Promise) throw new Error("the catalog is not read at once");
  const wanted = Object.entries(entries)
    .filter(([, { origin }]) => origin?.some(([file]) => isWanted(file)))
    // Sorted by id, files compress better.
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (wanted.length < 100) throw new Error(`the catalog ${locale} has lost its entries`);
  return Object.fromEntries(
    wanted.map(([id, { translation, message }]) => [id, compileMessage(translation || message || id)]),
  );
}

/**
 * A language's messages as a module, without those only used by the service. The English one also leaves out the
 * service's sentences, which are shown unchanged.
 */
export function catalogs(): Plugin {
  return {
    name: "wakelog-catalogs",
    transform(text, file) {
      const locale = /\/languages\/(\w+)\.po$/.exec(file)?.[1];
      if (locale === undefined) return null;
      const isShown = locale === "en" ? /^src\/(?!server-messages\/sentences\/)/ : /^src\//;
      const messages = JSON.stringify(compiled(text, locale, (one) => isShown.test(one)));
      return {
        code: `export const messages = JSON.parse(${JSON.stringify(messages)});`,
        map: null,
        moduleType: "js",
      };
    },
  };
}
