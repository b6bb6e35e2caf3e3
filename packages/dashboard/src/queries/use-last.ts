import { useState } from "react";

/** The newest value that there was: while the answer to other words is on its way, a page shows the one before. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
