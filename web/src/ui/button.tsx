import { Trans } from "@lingui/react/macro";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import "./button.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: "main" | "quiet";
  readonly icon?: IconName;
  readonly wide?: boolean;
  /** While true the button is disabled and says that it is working. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A button at least as big as a finger. */
export function Button({ kind = "main", icon, wide = false, busy = false, children, ...rest }: ButtonProps) {
  const names = ["button", kind === "quiet" ? "button--quiet" : "", wide ? "button--wide" : ""];
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled === true}
      aria-busy={busy}
      className={names.filter(Boolean).join(" ")}
    >
      {icon === undefined ? null : <Icon name={icon} size={20} />}
      {busy ? <Trans>One moment…</Trans> : children}
    </button>
  );
}
