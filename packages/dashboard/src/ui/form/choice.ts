/** Props of a widget with a few choices. */
export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly hint?: string;
  /** Each value with its label. */
  readonly choices: readonly (readonly [T, string])[];
  readonly value: T;
  readonly disabled?: boolean;
  readonly onChoose: (value: T) => void;
}

/** Calls `onChoose` with a widget's value if it is one of the choices. */
export function choose<T extends string>(
  { choices, onChoose }: Pick<ChoiceProps<T>, "choices" | "onChoose">,
  wanted: unknown,
): void {
  const chosen = choices.find(([choice]) => choice === wanted);
  if (chosen !== undefined) onChoose(chosen[0]);
}
