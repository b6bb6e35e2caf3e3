import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { Button } from "./button.tsx";
import type { IconName } from "./icon.tsx";
import "./confirm-button.css";

interface ConfirmButtonProps {
  readonly words: string;
  /** The question, with the consequences. */
  readonly question: string;
  readonly icon?: IconName;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Resolves when done or failed. */
  readonly onConfirm: () => Promise<unknown>;
}

/** A button for what cannot easily be undone: the first press asks, the second acts. */
export function ConfirmButton({
  words,
  question,
  icon,
  busy,
  disabled = false,
  onConfirm,
}: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const questionId = useId();
  if (!asking) {
    return (
      <Button
        kind="quiet"
        {...(icon === undefined ? {} : { icon })}
        // After an answer the focus returns from the answers.
        autoFocus={asked}
        disabled={disabled}
        onClick={() => {
          setAsking(true);
          setAsked(true);
        }}
      >
        {words}
      </Button>
    );
  }
  return (
    <fieldset className="confirm">
      <legend className="visually-hidden">{words}</legend>
      <p id={questionId}>{question}</p>
      <div className="confirm__answers">
        <Button busy={busy} disabled={disabled} onClick={() => void onConfirm().then(() => setAsking(false))}>
          <Trans>Yes: {words}</Trans>
        </Button>
        {/* The button that had the focus is gone. */}
        <Button
          kind="quiet"
          autoFocus
          aria-describedby={questionId}
          disabled={busy}
          onClick={() => setAsking(false)}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
