import { type RefObject, useEffect, useState } from "react";

/** An object URL of a picture; null while there is none. */
export function useBlobUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) {
      setUrl(null);
      return undefined;
    }
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

/** A picture fetched when its frame comes into view, if wanted; null until it has loaded. */
export function usePicture(
  fetchPicture: ((signal: AbortSignal) => Promise<Blob>) | null,
  frame: RefObject<HTMLElement | null>,
): string | null {
  const [picture, setPicture] = useState<Blob | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null || fetchPicture === null) return undefined;
    const leaving = new AbortController();
    const sight = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting !== true) return;
      sight.disconnect();
      fetchPicture(leaving.signal).then(setPicture, () => {
        // Offline its frame and caption stay.
      });
    });
    sight.observe(element);
    return () => {
      sight.disconnect();
      leaving.abort();
    };
  }, [fetchPicture, frame]);
  return useBlobUrl(picture);
}
