import { lazy, type ReactNode, Suspense } from "react";
import { Boundary } from "../ui/page/boundary.tsx";
import type { ChartDrawingProps } from "./chart.tsx";
import "./chart.css";

const ChartDrawing = lazy(() => import("./chart.tsx").then((module) => ({ default: module.ChartDrawing })));

interface ChartFigureProps extends Partial<ChartDrawingProps> {
  /** What the chart shows, for those who cannot see it. */
  readonly label: string;
  readonly fitKey: string;
  /** Shown on the left of the line under the chart. */
  readonly caption?: ReactNode;
}

const NONE: readonly never[] = [];

/** A chart in its final size from the first moment on; the drawing follows once its code is loaded. */
export function ChartFigure({ label, caption, ...drawing }: ChartFigureProps) {
  return (
    <figure className="chart" aria-label={label}>
      <div className="chart__stage">
        <Boundary
          subject={drawing.fitKey}
          fallback={<p className="chart__none">The chart cannot be drawn here.</p>}
        >
          <Suspense fallback={null}>
            <ChartDrawing
              track={drawing.track ?? NONE}
              unrecorded={drawing.unrecorded ?? NONE}
              marks={drawing.marks ?? NONE}
              cursor={drawing.cursor ?? null}
              fitKey={drawing.fitKey}
              onMark={drawing.onMark}
            />
          </Suspense>
        </Boundary>
      </div>
      <figcaption className="chart__caption">
        <span>{caption}</span>
        <span>Coast: Natural Earth. Not for navigation.</span>
      </figcaption>
    </figure>
  );
}
