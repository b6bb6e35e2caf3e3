/**
 * Formats messages of a catalog compiled by Lingui. `npm run words` finds the calls by their form, `i18n._("…")`.
 * Lingui's own runtime is not used: it would add Babel to the package's dependencies, leaves a missing value empty,
 * and reads a backslash in a name as an escape.
 */
import { z } from "zod";

export interface I18n {
  /**
   * A message in the catalog's language.
   * @param id its English text, or a name if that text has another meaning elsewhere
   * @param english its English text if the id is a name, for `npm run words`
   * @throws Error if it is not in the catalog, or a value is missing
   */
  _(id: string, values?: Values, english?: { readonly message: string }): string;
}

type Values = Readonly<Record<string, string | number>>;
/** A text, the name of a value, or plural forms by category, in which `#` is the count. */
type Part =
  | string
  | readonly [value: string]
  | readonly [value: string, "plural", Readonly<Record<string, readonly Part[]>>];

const parts: z.ZodType<readonly Part[]> = z.array(
  z.union([
    z.string(),
    z.tuple([z.string()]),
    z.tuple([
      z.string(),
      z.literal("plural"),
      z.record(
        z.string(),
        z.lazy(() => parts),
      ),
    ]),
  ]),
);
const compiled = z.record(z.string(), parts);

/**
 * Formats the messages of a catalog.
 * @param catalog as the build wrote it
 * @param locale determines plural categories
 * @throws ZodError if it is not a catalog, or uses an unsupported feature such as select
 */
export function i18nOf(catalog: unknown, locale: string): I18n {
  const messages = new Map(Object.entries(compiled.parse(catalog)));
  const plurals = new Intl.PluralRules(locale);
  const said = (message: readonly Part[], values: Values): string =>
    message.map((part) => (typeof part === "string" ? part : filled(part, values))).join("");
  const filled = ([name, , forms]: Exclude<Part, string>, values: Values): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`a message has no value for {${name}}`);
    if (forms === undefined) return String(value);
    const form = forms[plurals.select(Number(value))] ?? forms.other ?? [];
    return said(
      form.map((one) => (one === "#" ? String(value) : one)),
      values,
    );
  };
  return {
    _(id, values = {}) {
      const message = messages.get(id);
      if (message === undefined) throw new Error(`not in the catalog, npm run words adds it: ${id}`);
      return said(message, values);
    },
  };
}
