import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { useDisplay } from "../preferences/display.tsx";
import { themeColour } from "../preferences/theme.ts";
import { timeLabels } from "./time-labels.ts";
import "uplot/dist/uPlot.min.css";
import "./history-plot.css";

type Values = readonly (number | null)[];

interface HistoryPlotProps {
  readonly label: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly average: Values;
  readonly low: Values;
  readonly high: Values;
  /** The range selected by dragging, in seconds since 1970. */
  readonly onZoom: (from: number, to: number) => void;
  /** The index of the step under the pointer; null for none. */
  readonly onPoint: (index: number | null) => void;
}

/** A measurement over time: the mean as a line within a band of minimum and maximum. Drag to zoom. */
export function HistoryPlot({ label, times, average, low, high, onZoom, onPoint }: HistoryPlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const display = useDisplay();
  const { clock, zone } = display;

  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const shownZone = clock === "local" ? zone : "UTC";
    const axis: uPlot.Axis = {
      stroke: themeColour("--ink-soft"),
      grid: { stroke: themeColour("--plot-grid"), width: 1 },
      ticks: { stroke: themeColour("--plot-grid"), width: 1 },
      font: `600 12px ${getComputedStyle(document.body).fontFamily}`,
    };
    const edge = { stroke: "transparent", width: 0, points: { show: false } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        legend: { show: false },
        padding: [12, 12, 0, 0],
        tzDate: (seconds) =>
          uPlot.tzDate(new Date(seconds * 1000), shownZone === "UTC" ? "Etc/UTC" : shownZone),
        cursor: { y: false, points: { size: 9 }, drag: { x: true, y: false, setScale: false, dist: 8 } },
        axes: [
          {
            ...axis,
            space: 64,
            values: (_, splits, _axis, _space, step) => timeLabels(splits, step, shownZone, display),
          },
          { ...axis, size: 52 },
        ],
        series: [
          {},
          { stroke: themeColour("--plot-a"), width: 2, points: { show: times.length < 40 } },
          edge,
          edge,
        ],
        bands: [{ series: [3, 2], fill: `color-mix(in srgb, ${themeColour("--plot-a")} 22%, transparent)` }],
        hooks: {
          setSelect: [
            (drawn) => {
              const { left, width } = drawn.select;
              if (width > 8) onZoom(drawn.posToVal(left, "x"), drawn.posToVal(left + width, "x"));
            },
          ],
          setCursor: [(drawn) => onPoint(drawn.cursor.idx ?? null)],
        },
      },
      [[...times], [...average], [...low], [...high]],
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, average, low, high, display, clock, zone, onZoom, onPoint]);

  return <div className="history-plot" ref={container} role="img" aria-label={label} />;
}
