/** New values for thresholds; null for the default. */
export type ThresholdChanges = Readonly<Record<string, number | null>>;

/** The typed changes: a number, or null for an emptied field. A default value resets the threshold. */
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
