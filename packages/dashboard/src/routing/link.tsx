import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from "react";
import { navigate } from "./location.ts";

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string;
  readonly children: ReactNode;
  /** What a plain click does instead of going there. */
  readonly onFollow?: () => void;
}

/** A real link that changes the page without loading it; with a modifier key the browser handles it. */
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
