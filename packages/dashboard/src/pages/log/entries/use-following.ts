import { type RefObject, useEffect, useRef } from "react";

/** Scrolls a list, but not the page, to an item whenever another one is current. */
export function useFollowing(index: number | null): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = index === null ? undefined : list.current?.children[index];
    if (!(item instanceof HTMLElement)) return;
    list.current?.scrollTo({ top: item.offsetTop });
  }, [index]);
  return list;
}
