/** Widgets that open something: what does so is fetched when it is first wanted, because it weighs more than a page. */
import { useCallback, useState } from "react";

export const fetchList = () => import("./open-select.tsx");
export const fetchMenu = () => import("./open-menu.tsx");
export const fetchDialog = () => import("../dialog-box.tsx");

/** Fetches them all before one is wanted. Without a link they may be kept already. */
export function fetchWidgets(): void {
  Promise.all([fetchList(), fetchMenu(), fetchDialog()]).catch(() => {});
}

/**
 * What opens from a widget, once it is wanted.
 * @returns null until it is there; and what fetches it: without a link the next press tries again
 */
export function useOnDemand<T extends object>(
  fetchPart: () => Promise<T>,
): readonly [part: T | null, want: () => void] {
  const [part, setPart] = useState<T | null>(null);
  const want = useCallback(() => {
    fetchPart().then(
      (found) => setPart(found),
      () => {},
    );
  }, [fetchPart]);
  return [part, want];
}
