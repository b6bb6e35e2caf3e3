import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { Button } from "../button.tsx";
import "./copy-field.css";

/** A text to copy. Browsers refuse clipboard access over plain http: the text is then selected instead. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useLingui();
  const text = useRef<HTMLElement>(null);
  const [done, setDone] = useState<"copied" | "selected" | null>(null);

  function select(): void {
    if (text.current === null) return;
    window.getSelection()?.selectAllChildren(text.current);
    setDone("selected");
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
      setDone("copied");
    } catch {
      select();
    }
  }

  return (
    <div className="copy-field">
      <dl className="copy-field__row">
        <dt className="copy-field__label">{label}</dt>
        <dd className="copy-field__value" ref={text}>
          {value}
        </dd>
      </dl>
      <div>
        <Button kind="quiet" icon={done === "copied" ? "check" : "copy"} onClick={() => void copy()}>
          {done === "copied" ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          <span className="visually-hidden"> {label}</span>
        </Button>
      </div>
      <p role="status" className={done === "selected" ? "field__hint" : "visually-hidden"}>
        {done === "copied" ? t`${label}: copied` : ""}
        {done === "selected" ? t`Selected: copy it with the keyboard or the menu.` : ""}
      </p>
    </div>
  );
}
