import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { LinePoint } from "../../api/tracks/lines.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { placeMover } from "../chart-marks.ts";
import { fitChart, paintChart } from "../chart-view.ts";
import { ChartControls } from "../controls/chart-controls.tsx";
import type { Mark } from "../mark.ts";
import { useChart } from "../use-chart.ts";
import { type GrowingLine, placeGrowingLine } from "./growing-line.ts";
import { addLines, type ChartLine, drawLines, followTaps, paintLines } from "./lines.ts";
import "maplibre-gl/dist/maplibre-gl.css";

export interface LinesDrawingProps {
  readonly lines: readonly ChartLine[];
  /** The growing line. */
  readonly head?: readonly LinePoint[] | null;
  readonly boat?: Mark | null;
  /** Whether the chart follows the boat. */
  readonly follow?: boolean;
  /** The view is fitted again when this changes. */
  readonly fitKey: string;
  /** The lines to fit. */
  readonly extent?: readonly ChartLine[];
  readonly onLine?: (id: number) => void;
  /** Names the line under the pointer. */
  readonly nameOf?: (id: number) => string;
}

const NONE: readonly ChartLine[] = [];

/** The lines of many logs, loaded only by pages that show them. */
export function LinesDrawing(props: LinesDrawingProps) {
  const { lines, head = null, boat = null, follow = false, fitKey, onLine, nameOf } = props;
  const extent = props.extent ?? lines ?? NONE;
  const canvas = useRef<HTMLDivElement>(null);
  const edge = useRef<HTMLDivElement>(null);
  const { chart, unable } = useChart(canvas, edge);
  const [pointed, setPointed] = useState<number | null>(null);
  const mover = useRef<ReturnType<typeof placeMover> | null>(null);
  const growing = useRef<GrowingLine | null>(null);
  const { theme } = useDisplay();

  useEffect(() => {
    if (chart !== null) addLines(chart);
  }, [chart]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme is what paints again
  useEffect(() => {
    if (chart === null) return;
    paintChart(chart);
    paintLines(chart);
  }, [chart, theme]);

  useEffect(() => {
    if (chart !== null) drawLines(chart, lines);
  }, [chart, lines]);

  useEffect(() => {
    if (chart === null || head === null) return;
    growing.current ??= placeGrowingLine(chart);
    growing.current.draw(head);
  }, [chart, head]);

  useEffect(() => {
    if (chart === null) return;
    return () => {
      mover.current?.remove();
      growing.current?.remove();
      mover.current = null;
      growing.current = null;
    };
  }, [chart]);

  useEffect(() => {
    if (chart === null || boat === null) return;
    mover.current ??= placeMover(chart, boat);
    mover.current.move(boat);
    if (follow) chart.setCenter([boat.longitude, boat.latitude]);
  }, [chart, boat, follow]);

  useEffect(() => {
    if (chart === null || onLine === undefined) return;
    return followTaps(chart, { tap: onLine, point: setPointed });
  }, [chart, onLine]);

  const fit = () => {
    const places = extent.flatMap(({ points }) => points);
    if (chart !== null) fitChart(chart, places);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fitted on purpose only when the key changes
  useEffect(fit, [chart, fitKey]);

  return (
    <>
      <div className="chart__canvas" ref={canvas} data-lines={lines.length} />
      <div className="chart__edge" ref={edge} aria-hidden="true" />
      {chart === null ? null : <ChartControls chart={chart} onFit={fit} />}
      {pointed === null || nameOf === undefined ? null : (
        <p className="chart__pointed" aria-hidden="true">
          {nameOf(pointed)}
        </p>
      )}
      {unable ? (
        <p className="chart__unable">
          <Trans>This browser cannot draw the chart: it has no WebGL.</Trans>
        </p>
      ) : null}
    </>
  );
}
