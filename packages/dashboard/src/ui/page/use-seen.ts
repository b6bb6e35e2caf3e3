import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * True once an element has come into view.
 * @param ahead how far before, in CSS lengths
 */
export function useSeen<E extends HTMLElement>(ahead = "0px"): readonly [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        setSeen(true);
      },
      { rootMargin: `${ahead} 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [ahead]);
  return [element, seen];
}
