import { Trans } from "@lingui/react/macro";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import "./button.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: "main" | "quiet";
  readonly icon?: IconName;
  readonly wide?: boolean;
  /** While true the button cannot be pressed and says that it is working. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/**
 * A button at least as big as a finger. One that cannot be pressed is found with the Tab key all the same, and keeps the
 * focus: it says what could be done, and often why not.
 */
export function Button({
  kind = "main",
  icon,
  wide = false,
  busy = false,
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const idle = busy || disabled;
  const names = ["button", kind === "quiet" ? "button--quiet" : "", wide ? "button--wide" : ""];
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={idle}
      aria-busy={busy}
      onClick={(event) => {
        // Nor does it send its form.
        if (idle) event.preventDefault();
        else onClick?.(event);
      }}
      className={names.filter(Boolean).join(" ")}
    >
      {icon === undefined ? null : <Icon name={icon} size={20} />}
      {busy ? <Trans>One moment…</Trans> : children}
    </button>
  );
}
