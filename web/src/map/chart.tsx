import type { Map as Chart } from "maplibre-gl";
import { useEffect, useRef, useState } from "react";
import { useTheme } from "../preferences/theme.ts";
import { type Mark, placeMarks } from "./chart-marks.ts";
import { drawTrack, fitChart, openChart, paintChart } from "./chart-view.ts";
import { type TrackStep, topSpeed, type Unrecorded } from "./track-lines.ts";
import "maplibre-gl/dist/maplibre-gl.css";

export interface ChartDrawingProps {
  readonly track: readonly TrackStep[];
  readonly unrecorded: readonly Unrecorded[];
  readonly marks: readonly Mark[];
  /** A mark that moves often: the place along a track that is looked at. */
  readonly cursor: Mark | null;
  /** The view is fitted again when this changes. */
  readonly fitKey: string;
  readonly onMark: ((id: string) => void) | undefined;
}

/** The chart's drawing surface. Fetched only when a page shows a chart. */
export function ChartDrawing({ track, unrecorded, marks, cursor, fitKey, onMark }: ChartDrawingProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const edge = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [unable, setUnable] = useState(false);
  const [drawn, setDrawn] = useState(0);
  const theme = useTheme();

  useEffect(() => {
    if (canvas.current === null || edge.current === null) return;
    try {
      const opened = openChart(canvas.current, edge.current);
      opened.chart.once("load", () => setChart(opened.chart));
      return () => {
        setChart(null);
        opened.close();
      };
    } catch {
      setUnable(true);
      return;
    }
  }, []);

  useEffect(() => {
    if (chart === null) return;
    drawTrack(chart, track, unrecorded);
    const count = () => setDrawn(chart.queryRenderedFeatures({ layers: ["track", "gaps"] }).length);
    chart.on("idle", count);
    return () => {
      chart.off("idle", count);
    };
  }, [chart, track, unrecorded]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme is what paints again
  useEffect(() => {
    if (chart !== null) paintChart(chart, topSpeed(track));
  }, [chart, theme]);

  useEffect(() => (chart === null ? undefined : placeMarks(chart, marks, onMark)), [chart, marks, onMark]);

  useEffect(() => {
    if (chart === null || cursor === null) return;
    return placeMarks(chart, [cursor], undefined);
  }, [chart, cursor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: fitted on purpose only when the key changes
  useEffect(() => {
    if (chart !== null) fitChart(chart, track.length > 0 ? track : marks);
  }, [chart, fitKey]);

  return (
    <>
      <div className="chart__canvas" ref={canvas} data-lines-drawn={drawn} />
      <div className="chart__edge" ref={edge} aria-hidden="true" />
      {unable ? <p className="chart__unable">This browser cannot draw the chart: it has no WebGL.</p> : null}
    </>
  );
}
