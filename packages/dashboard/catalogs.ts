import { formatter } from "@lingui/format-po";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const po = formatter();

/**
 * Compiles those entries of a catalog that are wanted, by their ids.
 * @param text a file for translators, in the format of gettext
 * @param isWanted whether a file that says the entry, seen from this folder, makes it wanted
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
    // Files in the order of the ids are compressed better.
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (wanted.length < 100) throw new Error(`the catalog ${locale} has lost its entries`);
  return Object.fromEntries(
    wanted.map(([id, { translation, message }]) => [id, compileMessage(translation || message || id)]),
  );
}

/**
 * The words of a language as a module, without those that only messages of the service have. The English one also leaves out
 * the sentences that the dashboard passes on: they are shown as the service said them.
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
