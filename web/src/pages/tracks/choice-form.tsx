import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { LogChoice } from "../../api/tracks/sailed.ts";
import { useSettled } from "../../queries/use-settled.ts";
import "./choice-form.css";

interface ChoiceFormProps {
  readonly choice: LogChoice;
  readonly onChoice: (choice: LogChoice) => void;
}

/** Which logs are drawn. */
export function ChoiceForm({ choice, onChoice }: ChoiceFormProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(choice.words);
  const words = useSettled(typed.trim(), 400);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is taken over, not what the address says
  useEffect(() => {
    if (words !== choice.words) onChoice({ ...choice, words });
  }, [words]);
  return (
    <search className="choice-form">
      <label>
        <Trans>From</Trans>
        <input
          type="date"
          value={choice.from}
          max={choice.to || undefined}
          onChange={({ target }) => onChoice({ ...choice, from: target.value })}
        />
      </label>
      <label>
        <Trans>To</Trans>
        <input
          type="date"
          value={choice.to}
          min={choice.from || undefined}
          onChange={({ target }) => onChoice({ ...choice, to: target.value })}
        />
      </label>
      <label className="choice-form__words">
        <Trans>Search</Trans>
        <input
          type="search"
          placeholder={t`A name, a place, a tag`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
    </search>
  );
}
