/**
 * Caches formatters: making one costs as much as formatting hundreds of values, and there are few languages, zones
 * and styles.
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

/** Formats instants. */
export const dateFormat = kept(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

/** Formats numbers. */
export const numberFormat = kept(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

/** Names countries and the like by code. */
export const displayNames = kept(
  (language, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(language, options),
);
