/** What is needed by a widget with a choice of a few values. */
export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly hint?: string;
  /** Each value, and the words for it. */
  readonly choices: readonly (readonly [T, string])[];
  readonly value: T;
  readonly disabled?: boolean;
  readonly onChoose: (value: T) => void;
}

/** Calls `onChoose` with the value that a widget reports, if it is one of the choices. */
export function choose<T extends string>(
  { choices, onChoose }: Pick<ChoiceProps<T>, "choices" | "onChoose">,
  wanted: unknown,
): void {
  const chosen = choices.find(([choice]) => choice === wanted);
  if (chosen !== undefined) onChoose(chosen[0]);
}
