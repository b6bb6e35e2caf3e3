import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { useDisplay } from "../preferences/display.tsx";
import { themeColour } from "../preferences/theme.ts";
import { timeAxis, valueAxis } from "./axes.ts";
import { bridged } from "./bridged.ts";
import { nearestPlace, nearestSample } from "./pointer/nearest.ts";
import { PlotSlider } from "./pointer/plot-slider.tsx";
import { drawThresholds, rangeWith, type Threshold } from "./threshold.ts";
import "uplot/dist/uPlot.min.css";
import "./history-plot.css";

type Values = readonly (number | null)[];

interface HistoryPlotProps {
  readonly title: string;
  readonly label: string;
  readonly unit: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly average: Values;
  readonly low: Values;
  readonly high: Values;
  readonly thresholds: readonly Threshold[];
  /** The range selected by dragging, in seconds since 1970. */
  readonly onZoom: (from: number, to: number) => void;
  /** The index of the step at the pointer. */
  readonly at: number;
  /** The values at the pointer, for screen readers. */
  readonly words: string;
  readonly onPoint: (index: number) => void;
}

/**
 * A measurement over time: the mean as a line within a band of minimum and maximum. Drag a mouse to zoom; a finger or
 * arrow keys move the pointer, as the mouse does.
 */
export function HistoryPlot({ title, label, unit, times, at, words, onPoint, ...lines }: HistoryPlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<uPlot | null>(null);
  const pointed = useRef(times[at]);
  const display = useDisplay();
  const { clock, zone } = display;
  const { average, low, high, thresholds, onZoom } = lines;

  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const shownZone = clock === "local" ? zone : "UTC";
    const edge = { stroke: "transparent", width: 0, points: { show: false } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        legend: { show: false },
        padding: [12, 20, 0, 0],
        tzDate: (seconds) =>
          uPlot.tzDate(new Date(seconds * 1000), shownZone === "UTC" ? "Etc/UTC" : shownZone),
        cursor: {
          y: false,
          points: { size: 9 },
          drag: { x: true, y: false, setScale: false, dist: 8 },
          // The cursor stays when the mouse leaves.
          bind: { mouseleave: () => null },
          dataIdx: (_drawn, _series, closest) =>
            nearestSample(times, average, times[closest] ?? 0) ?? closest,
        },
        scales: {
          y: { range: (_drawn, least, most) => [...rangeWith(least ?? 0, most ?? 1, thresholds)] },
        },
        axes: [timeAxis(shownZone, display), valueAxis(unit, display, false)],
        series: [
          {},
          { stroke: themeColour("--plot-a"), width: 2, points: { show: times.length < 40 } },
          edge,
          edge,
        ],
        bands: [{ series: [3, 2], fill: `color-mix(in srgb, ${themeColour("--plot-a")} 22%, transparent)` }],
        hooks: {
          draw: [(drawn) => drawThresholds(drawn, thresholds)],
          setSelect: [
            (drawn) => {
              const { left, width } = drawn.select;
              if (width > 8) onZoom(drawn.posToVal(left, "x"), drawn.posToVal(left + width, "x"));
            },
          ],
          setCursor: [
            ({ cursor }) => {
              if (cursor.idx !== null && cursor.idx !== undefined) onPoint(cursor.idx);
            },
          ],
          ready: [
            (drawn) => {
              pointTo(drawn, pointed.current);
              const touched = (event: PointerEvent) => {
                if (event.pointerType === "mouse") return;
                const left = event.clientX - drawn.over.getBoundingClientRect().left;
                onPoint(nearestPlace(times, drawn.posToVal(left, "x")));
              };
              drawn.over.addEventListener("pointermove", touched);
              drawn.over.addEventListener("pointerdown", touched);
            },
          ],
        },
      },
      [[...times], ...[average, low, high].map((values) => bridged(times, values))],
      element,
    );
    drawing.current = plot;
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
      drawing.current = null;
    };
  }, [times, average, low, high, thresholds, unit, display, clock, zone, onZoom, onPoint]);

  const time = times[at];
  useEffect(() => {
    pointed.current = time;
    if (drawing.current !== null) pointTo(drawing.current, time);
  }, [time]);

  return (
    <div className="history-plot">
      <div className="history-plot__picture" ref={container} role="img" aria-label={label} />
      <PlotSlider title={title} count={times.length} index={at} words={words} onLook={onPoint} />
    </div>
  );
}

/** Moves the cursor, but not while a range is being selected with it. */
function pointTo(plot: uPlot, time: number | undefined): void {
  if (time !== undefined && plot.select.width === 0)
    plot.setCursor({ left: plot.valToPos(time, "x"), top: 0 }, false);
}
