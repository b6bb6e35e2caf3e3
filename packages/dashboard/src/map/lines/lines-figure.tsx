import { lazy, type ReactNode } from "react";
import { ChartFrame } from "../chart-frame.tsx";
import type { LinesDrawingProps } from "./lines-drawing.tsx";

const LinesDrawing = lazy(() =>
  import("./lines-drawing.tsx").then((module) => ({ default: module.LinesDrawing })),
);

interface LinesFigureProps extends LinesDrawingProps {
  /** Text alternative. */
  readonly label: string;
  /** On the left, below the chart. */
  readonly caption?: ReactNode;
}

/** A large chart with the lines of many logs. */
export function LinesFigure({ label, caption, ...drawing }: LinesFigureProps) {
  return (
    <ChartFrame label={label} subject={drawing.fitKey} caption={caption} tall>
      <LinesDrawing {...drawing} />
    </ChartFrame>
  );
}
