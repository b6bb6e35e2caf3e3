import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { useDisplay } from "../preferences/display.ts";
import { themeColour, useTheme } from "../preferences/theme.ts";
import type { Clock } from "../units/instant.ts";
import "uplot/dist/uPlot.min.css";
import "./passage-plot.css";

interface PassagePoint {
  readonly time: Date;
  readonly sogKnots: number | null;
  readonly awsKnots: number | null;
}

interface PassagePlotProps {
  readonly label: string;
  readonly points: readonly PassagePoint[];
  /** The index of the point that is looked at; null if none is. */
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
    grid: { stroke: themeColour("--plot-grid"), width: 1 },
    ticks: { stroke: themeColour("--plot-grid"), width: 1 },
    font: `600 12px ${getComputedStyle(document.body).fontFamily}`,
  };
  const timeZone =
    clock === "utc" ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC") } : {};
  return {
    width,
    height,
    ...timeZone,
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
        stroke: themeColour("--plot-a"),
        fill: `color-mix(in srgb, ${themeColour("--plot-a")} 14%, transparent)`,
        width: 2.5,
        points: { show: false },
      },
      {
        label: "Wind",
        scale: "kn",
        stroke: themeColour("--plot-b"),
        width: 1.75,
        points: { show: false },
      },
    ],
    hooks: {
      setCursor: [
        (plot) => {
          // Only a person's pointer moves the cursor along the track: setCursor below fires this hook too.
          if (typeof plot.cursor.idx === "number" && plot.cursor.event != null) onCursor(plot.cursor.idx);
        },
      ],
    },
  };
}

/** Speed and wind over the time of a passage. Pointing at it moves the boat along the track. */
export function PassagePlot({ label, points, cursor, onCursor }: PassagePlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useTheme();
  const { clock } = useDisplay();
  const hasWind = points.some((point) => point.awsKnots !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read from the document
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const data: uPlot.AlignedData = [
      points.map((point) => point.time.getTime() / 1000),
      points.map((point) => point.sogKnots),
      points.map((point) => point.awsKnots),
    ];
    const drawing = new uPlot(
      options(element.clientWidth, element.clientHeight, clock, onCursor),
      data,
      element,
    );
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
  }, [points, theme, clock, onCursor]);

  useEffect(() => {
    const drawing = plot.current;
    const point = cursor === null ? undefined : points[cursor];
    if (drawing === null || point === undefined || drawing.cursor.idx === cursor) return;
    drawing.setCursor({ left: drawing.valToPos(point.time.getTime() / 1000, "x"), top: 0 });
  }, [cursor, points]);

  return (
    <div className="passage-plot">
      <p className="passage-plot__keys" aria-hidden="true">
        <span className="passage-plot__key">Speed over ground, kn</span>
        {hasWind ? (
          <span className="passage-plot__key passage-plot__key--wind">Apparent wind, kn</span>
        ) : null}
      </p>
      <div className="passage-plot__canvas" ref={container} role="img" aria-label={label} />
    </div>
  );
}
