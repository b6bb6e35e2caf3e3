import { useState } from "react";

/** The last defined value: while a new response loads, a page shows the previous one. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
