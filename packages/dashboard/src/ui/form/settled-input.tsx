import { type InputHTMLAttributes, useEffect, useState } from "react";

type Attributes = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "defaultValue">;

interface SettledInputProps extends Attributes {
  readonly value: string;
  /** The text once typing has paused. */
  readonly onSettled: (value: string) => void;
}

const SETTLED_MS = 300;

/** A text whose value is kept elsewhere, such as in the address; reports pauses, not each letter. */
export function SettledInput({ value, onSettled, ...attributes }: SettledInputProps) {
  const [typed, setTyped] = useState(value);
  const [typing, setTyping] = useState(false);
  const settled = typed.trim() === value;
  useEffect(() => {
    if (!typing) return undefined;
    if (settled) {
      setTyping(false);
      return undefined;
    }
    const timer = window.setTimeout(() => onSettled(typed.trim()), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [typing, settled, typed, onSettled]);
  return (
    <input
      {...attributes}
      value={typing || settled ? typed : value}
      onChange={(event) => {
        setTyped(event.target.value);
        setTyping(true);
      }}
    />
  );
}
