/** New values for thresholds; null for the default. */
export type ThresholdChanges = Readonly<Record<string, number | null>>;

/** The changes in what was typed; a threshold that is emptied, or back at its default, is reset. */
export function thresholdChanges(
  thresholds: readonly { readonly name: string; readonly value: number; readonly initial: number }[],
  typed: Readonly<Record<string, string>>,
): ThresholdChanges {
  return Object.fromEntries(
    thresholds.flatMap(({ name, value, initial }) => {
      const text = typed[name]?.trim().replace(",", ".");
      const wanted = text === undefined ? value : text === "" ? initial : Number(text);
      return Number.isNaN(wanted) || wanted === value ? [] : [[name, wanted === initial ? null : wanted]];
    }),
  );
}
