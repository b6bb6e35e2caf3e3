import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import "./plot-slider.css";

interface PlotSliderProps {
  readonly title: string;
  /** Number of places on the x axis. */
  readonly count: number;
  /** The pointer's place; null before it has one. */
  readonly index: number | null;
  /** The values at the pointer, for screen readers. */
  readonly words: string;
  readonly onLook: (index: number) => void;
}

/**
 * Moves the pointer of a plot by arrow keys, Home, End and Page keys. Lies
 * invisibly over the plot, its parent, which shows the focus.
 */
export function PlotSlider({ title, count, index, words, onLook }: PlotSliderProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const plot = input.current?.parentElement;
    // Arrow keys go on from where a mouse was pressed; by default a press would take the focus away.
    const pressed = (event: MouseEvent) => {
      event.preventDefault();
      input.current?.focus({ preventScroll: true });
    };
    plot?.addEventListener("mousedown", pressed);
    return () => plot?.removeEventListener("mousedown", pressed);
  }, []);
  return (
    <input
      ref={input}
      type="range"
      className="plot-slider"
      min={0}
      max={Math.max(0, count - 1)}
      step={1}
      value={index ?? 0}
      aria-label={t`Pointer: ${title}`}
      aria-valuetext={words}
      onChange={({ target }) => onLook(target.valueAsNumber)}
    />
  );
}
