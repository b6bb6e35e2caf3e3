import { lazy, type ReactNode } from "react";
import type { ChartDrawingProps } from "./chart.tsx";
import { ChartFrame } from "./chart-frame.tsx";

const ChartDrawing = lazy(() => import("./chart.tsx").then((module) => ({ default: module.ChartDrawing })));

interface ChartFigureProps extends Partial<ChartDrawingProps> {
  /** Text alternative. */
  readonly label: string;
  readonly fitKey: string;
  /** On the left, below the chart. */
  readonly caption?: ReactNode;
  /** Overlay on the chart. */
  readonly over?: ReactNode;
}

const NONE: readonly never[] = [];

/** A chart of one track, of places, or of both. */
export function ChartFigure({ label, caption, over, ...drawing }: ChartFigureProps) {
  return (
    <ChartFrame label={label} subject={drawing.fitKey} caption={caption}>
      <ChartDrawing
        track={drawing.track ?? NONE}
        unrecorded={drawing.unrecorded ?? NONE}
        marks={drawing.marks ?? NONE}
        cursor={drawing.cursor ?? null}
        fitKey={drawing.fitKey}
        onMark={drawing.onMark}
        tools={drawing.tools ?? NONE}
        boat={drawing.boat}
        around={drawing.around}
        grip={drawing.grip}
      />
      {over}
    </ChartFrame>
  );
}
