/**
 * What writes dates, numbers and names of countries in a language. Making one costs as much as writing hundreds of
 * texts, so each is made once and kept: there are few languages, zones and ways of writing.
 */
function kept<Options, Formatter>(
  make: (language: string, options: Options) => Formatter,
): (language: string, options: Options) => Formatter {
  const made = new Map<string, Formatter>();
  return (language, options) => {
    const key = `${language} ${JSON.stringify(options)}`;
    const found = made.get(key) ?? make(language, options);
    made.set(key, found);
    return found;
  };
}

/** Writes instants. */
export const dateFormat = kept(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

/** Writes numbers. */
export const numberFormat = kept(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

/** Names countries and the like by their codes. */
export const displayNames = kept(
  (language, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(language, options),
);
