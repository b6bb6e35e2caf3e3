/** New values for thresholds; null for the default. */
export type ThresholdChanges = Readonly<Record<string, number | null>>;

/** The changes in what was typed: a number, or null where a field was emptied. What is at its default is reset. */
export function thresholdChanges(
  thresholds: readonly { readonly name: string; readonly value: number; readonly initial: number }[],
  typed: Readonly<Record<string, number | null>>,
): ThresholdChanges {
  return Object.fromEntries(
    thresholds.flatMap(({ name, value, initial }) => {
      const one = typed[name];
      const wanted = one === undefined ? value : (one ?? initial);
      return wanted === value ? [] : [[name, wanted === initial ? null : wanted]];
    }),
  );
}
