import type { ReactNode } from "react";
import { Popover as AriaPopover } from "react-aria-components";
import "./popover.css";

interface PopoverProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** A list that opens over the page: a `popover__list` of `popover__item`s. */
export function Popover({ className = "", children }: PopoverProps) {
  return <AriaPopover className={`popover ${className}`.trimEnd()}>{children}</AriaPopover>;
}
