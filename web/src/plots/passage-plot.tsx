import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useDisplay } from "../preferences/display.ts";
import { themeColour, useTheme } from "../preferences/theme.ts";
import type { Clock } from "../units/instant.ts";
import "./passage-plot.css";

export interface PassagePoint {
  readonly time: Date;
  readonly sogKnots: number | null;
  readonly awsKnots: number | null;
}

interface PassageChartProps {
  readonly label: string;
  readonly points: readonly PassagePoint[];
  /** Which point is looked at. */
  readonly cursor: number | null;
  readonly onCursor: (index: number) => void;
}

function options(
  width: number,
  height: number,
  clock: Clock,
  onCursor: (index: number) => void,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: themeColour("--ink-soft"),
    grid: { stroke: themeColour("--chart-grid"), width: 1 },
    ticks: { stroke: themeColour("--chart-grid"), width: 1 },
    font: `600 12px ${getComputedStyle(document.body).fontFamily}`,
  };
  const clockOfPlot =
    clock === "utc" ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC") } : {};
  return {
    width,
    height,
    ...clockOfPlot,
    legend: { show: false },
    padding: [10, 12, 0, 0],
    cursor: { y: false, points: { size: 9 }, drag: { x: false, y: false } },
    scales: { kn: { range: (_plot, _min, max) => [0, Math.max(2, Math.ceil((max ?? 0) * 1.08))] } },
    axes: [
      {
        ...axis,
        values: [
          [86_400, "{D} {MMM}", null, null, null, null, null, null, 1],
          [3600, "{HH}:{mm}", "\n{D} {MMM}", null, null, null, null, null, 1],
          [60, "{HH}:{mm}", "\n{D} {MMM}", null, null, null, null, null, 1],
          [1, "{HH}:{mm}:{ss}", "\n{D} {MMM}", null, null, null, null, null, 1],
        ],
      },
      { ...axis, scale: "kn", size: 44, values: (_plot, ticks) => ticks.map((tick) => String(tick)) },
    ],
    series: [
      {},
      {
        label: "Speed",
        scale: "kn",
        stroke: themeColour("--chart-a"),
        fill: `color-mix(in srgb, ${themeColour("--chart-a")} 14%, transparent)`,
        width: 2.5,
        points: { show: false },
      },
      {
        label: "Wind",
        scale: "kn",
        stroke: themeColour("--chart-b"),
        width: 1.75,
        points: { show: false },
      },
    ],
    hooks: {
      setCursor: [
        (plot) => {
          // Only a person's pointer moves the place along the track; our own setCursor must not answer itself.
          if (typeof plot.cursor.idx === "number" && plot.cursor.event != null) onCursor(plot.cursor.idx);
        },
      ],
    },
  };
}

/** Speed and wind over the time of a passage. Pointing at it moves the boat along the track. */
export function PassagePlot({ label, points, cursor, onCursor }: PassageChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useTheme();
  const { clock } = useDisplay();
  const hasWind = points.some((point) => point.awsKnots !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read from the document
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const data: uPlot.AlignedData = [
      points.map((point) => point.time.getTime() / 1000),
      points.map((point) => point.sogKnots),
      points.map((point) => point.awsKnots),
    ];
    const made = new uPlot(
      options(element.clientWidth, element.clientHeight, clock, onCursor),
      data,
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [points, theme, clock, onCursor]);

  useEffect(() => {
    const made = plot.current;
    const point = cursor === null ? undefined : points[cursor];
    if (made === null || point === undefined || made.cursor.idx === cursor) return;
    made.setCursor({ left: made.valToPos(point.time.getTime() / 1000, "x"), top: 0 });
  }, [cursor, points]);

  return (
    <div className="passage-chart">
      <p className="passage-chart__keys" aria-hidden="true">
        <span className="passage-chart__key">Speed over ground, kn</span>
        {hasWind ? (
          <span className="passage-chart__key passage-chart__key--wind">Apparent wind, kn</span>
        ) : null}
      </p>
      <div className="passage-chart__plot" ref={place} role="img" aria-label={label} />
    </div>
  );
}
