import { useEffect, useRef, useState } from "react";

/**
 * A widget that is open at first. Its button has the focus before, so that it comes back to it from what opens; the
 * library's autoFocus can be a frame late.
 */
export function useOpened() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  return { button, open, setOpen };
}
