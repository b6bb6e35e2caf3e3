import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { useDisplay } from "../preferences/display.tsx";
import { bridged } from "./bridged.ts";
import { graphOptions } from "./graph-options.ts";
import type { Across, Series } from "./series.ts";
import type { Strip } from "./strip.ts";
import "uplot/dist/uPlot.min.css";

export interface GraphDrawingProps {
  readonly across: Across;
  readonly series: readonly Series[];
  /** Whether values grow downwards, as depths do. */
  readonly downwards: boolean;
  /** Above the lines. */
  readonly strip: Strip;
  /** The cursor on the x axis; null if there is none. */
  readonly at: number | null;
  readonly onLook: (index: number) => void;
}

/** A graph that fills its space. Loaded when one is about to come into view. */
export function GraphDrawing({ across, series, downwards, strip, at, onLook }: GraphDrawingProps) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const looked = useRef(at);
  const display = useDisplay();
  const { clock, zone } = display;
  const written = clock === "local" ? zone : "UTC";

  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const size = { width: element.clientWidth, height: element.clientHeight };
    const lines = series.map(({ values }) => bridged(across.values, values));
    const data: uPlot.AlignedData = [[...across.values], ...lines];
    const drawing = new uPlot(
      {
        ...size,
        ...graphOptions({ across, series, downwards, strip, zone: written, speech: display, onLook }),
      },
      data,
      element,
    );
    // The scales exist after the first drawing.
    drawing.hooks.ready?.push((ready: uPlot) => lookAt(ready, looked.current));
    plot.current = drawing;
    const observer = new ResizeObserver(() =>
      drawing.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawing.destroy();
      plot.current = null;
    };
  }, [across, series, downwards, strip, display, written, onLook]);

  useEffect(() => {
    looked.current = at;
    if (plot.current !== null) lookAt(plot.current, at);
  }, [at]);

  return <div className="graph__drawing" ref={container} />;
}

function lookAt(plot: uPlot, at: number | null): void {
  if (at !== null) plot.setCursor({ left: plot.valToPos(at, "x"), top: 0 }, false);
}
