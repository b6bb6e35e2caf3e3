import { Trans } from "@lingui/react/macro";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "../routing/link.tsx";
import { Icon, type IconName } from "./icon.tsx";
import "./button.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: "main" | "quiet";
  readonly icon?: IconName;
  readonly wide?: boolean;
  /** While true the button is disabled and shows that it is working. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** Button classes, for elements that cannot be a button. */
export function buttonLook(kind: "main" | "quiet", wide = false): string {
  return ["button", kind === "quiet" ? "button--quiet" : "", wide ? "button--wide" : ""]
    .filter(Boolean)
    .join(" ");
}

/** A finger-sized button. A disabled one stays focusable, so that its hint can be found. */
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
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={idle}
      aria-busy={busy}
      onClick={(event) => {
        // Nor does it submit its form.
        if (idle) event.preventDefault();
        else onClick?.(event);
      }}
      className={buttonLook(kind, wide)}
    >
      {icon === undefined ? null : <Icon name={icon} size={20} />}
      {busy ? <Trans>One moment…</Trans> : children}
    </button>
  );
}

interface ButtonLinkProps {
  readonly to: string;
  readonly kind?: "main" | "quiet";
  readonly icon?: IconName;
  /** The linked page's relation to this one. */
  readonly rel?: "prev" | "next";
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, kind = "main", icon, rel, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonLook(kind)} rel={rel}>
      {icon === undefined ? null : <Icon name={icon} size={20} />}
      {children}
    </Link>
  );
}
