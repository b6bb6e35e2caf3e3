/** Widgets that open something: what does so is fetched when it is first wanted, because it weighs more than a page. */
import { useCallback, useState } from "react";

export const fetchList = () => import("./open-select.tsx");
export const fetchMenu = () => import("./open-menu.tsx");
export const fetchDialog = () => import("../dialog-box.tsx");

/** Fetches them all before one is wanted. Without a link they may be kept already. */
export function fetchWidgets(): void {
  Promise.all([fetchList(), fetchMenu(), fetchDialog()]).catch(() => {});
}

/** What opens from a widget. */
export interface OnDemand<T> {
  /** Null until it is there. */
  readonly part: T | null;
  /** Whether it could not be fetched when it was last wanted. */
  readonly failed: boolean;
  /** Fetches it; after a failure, again. */
  readonly want: () => void;
}

/** What opens from a widget, once it is wanted. */
export function useOnDemand<T extends object>(fetchPart: () => Promise<T>): OnDemand<T> {
  const [part, setPart] = useState<T | null>(null);
  const [failed, setFailed] = useState(false);
  const want = useCallback(() => {
    setFailed(false);
    fetchPart().then(
      (found) => setPart(found),
      () => setFailed(true),
    );
  }, [fetchPart]);
  return { part, failed, want };
}
