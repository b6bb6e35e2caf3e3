import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from "react";
import { navigate } from "./location.ts";

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string;
  readonly children: ReactNode;
  /** Replaces navigation on a plain click. */
  readonly onFollow?: () => void;
}

/** A real link that navigates without a page load; with a modifier key the browser handles it. */
export function Link({ to, children, onFollow, ...rest }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain) return;
    event.preventDefault();
    if (onFollow === undefined) navigate(to);
    else onFollow();
  }
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
