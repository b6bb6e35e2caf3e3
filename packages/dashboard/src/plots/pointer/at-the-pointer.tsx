import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import "./at-the-pointer.css";

/** How long the pointer must rest before screen readers announce where it is. */
const REST_MS = 700;

interface AtThePointerProps {
  /** Where the pointer is, such as an instant. */
  readonly head: string;
  readonly values: readonly PointerValue[];
}

/** A line's value at the pointer, in words. */
interface PointerValue {
  readonly words: string;
  readonly value: string;
  /** Where it was measured, if not at the pointer. */
  readonly place?: string | undefined;
}

/** The values of all lines at the pointer. Changes are shown at once, and announced when the pointer rests. */
export function AtThePointer({ head, values }: AtThePointerProps) {
  const { t } = useLingui();
  const isMoving = useIsMoving(head);
  return (
    <div className="at-pointer" role="status" aria-label={t`At the pointer`} aria-busy={isMoving}>
      <p className="at-pointer__head">{head}</p>
      <ul className="at-pointer__values">
        {values.map(({ words, value, place }) => (
          <li key={words}>
            <span className="at-pointer__words">{words}</span>{" "}
            <span className="at-pointer__value">{value}</span>
            {place === undefined ? null : <span className="at-pointer__place"> ({place})</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** True from a change of `what` until it has not changed for a while. */
function useIsMoving(what: string): boolean {
  const [rested, setRested] = useState(what);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return undefined;
    }
    const rest = setTimeout(() => setRested(what), REST_MS);
    return () => clearTimeout(rest);
  }, [what]);
  return rested !== what;
}
