import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from "react";
import { navigate } from "./location.ts";

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string;
  readonly children: ReactNode;
}

/** A real link that changes the page without loading it; with a modifier key the browser handles it. */
export function Link({ to, children, ...rest }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain) return;
    event.preventDefault();
    navigate(to);
  }
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
