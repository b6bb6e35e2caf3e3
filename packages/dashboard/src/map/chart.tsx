import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useDisplay } from "../preferences/display.tsx";
import { type BoatLayer, drawBoat, fitAround, gripRing } from "./boat/boat-layer.ts";
import type { Place } from "./boat/sphere.ts";
import { placeMarks } from "./chart-marks.ts";
import { drawTrack, fitChart, paintChart } from "./chart-view.ts";
import { ChartControls } from "./controls/chart-controls.tsx";
import { isWritten, type Mark } from "./mark.ts";
import { placePlaces } from "./places/place-marks.ts";
import type { ChartTool } from "./tools/chart-tools.ts";
import type { TrackStep, Unrecorded } from "./track-lines.ts";
import { useChart } from "./use-chart.ts";
import "maplibre-gl/dist/maplibre-gl.css";

export interface ChartDrawingProps {
  readonly track: readonly TrackStep[];
  readonly unrecorded: readonly Unrecorded[];
  readonly marks: readonly Mark[];
  /** The cursor along a track. */
  readonly cursor: Mark | null;
  /** The view is fitted again when this changes. */
  readonly fitKey: string;
  readonly onMark: ((id: string) => void) | undefined;
  /** Further drawings on the chart. */
  readonly tools: readonly ChartTool[];
  /** Drawings around the boat. */
  readonly boat?: BoatLayer | undefined;
  /** Fits this circle instead of the whole track. */
  readonly around?: (Place & { readonly radius: number }) | undefined;
  /** A circle whose radius can be dragged. */
  readonly grip?: RingGrip | undefined;
}

interface RingGrip {
  readonly centre: Place;
  /** Initial radius in metres. */
  readonly radius: number;
  readonly onRadius: (metres: number) => void;
}

/** The chart itself, loaded only by pages that show one. */
export function ChartDrawing({
  track,
  unrecorded,
  marks,
  cursor,
  fitKey,
  onMark,
  tools,
  boat,
  around,
  grip,
}: ChartDrawingProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const edge = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(0);
  const { theme } = useDisplay();
  const { chart, unable } = useChart(canvas, edge, marks);

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
    if (chart !== null) paintChart(chart);
  }, [chart, theme]);

  useEffect(() => {
    if (chart === null) return;
    const takePlaces = placePlaces(chart, marks.filter(isWritten), onMark);
    const others = marks.filter((mark) => !isWritten(mark));
    const takeOthers = placeMarks(chart, others, onMark);
    return () => {
      takePlaces();
      takeOthers();
    };
  }, [chart, marks, onMark]);

  useEffect(() => {
    if (chart === null) return;
    const undo = tools.map((tool) => tool(chart));
    return () => {
      for (const step of undo) step();
    };
  }, [chart, tools]);

  useEffect(() => {
    if (chart === null || cursor === null) return;
    return placeMarks(chart, [cursor], undefined);
  }, [chart, cursor]);

  const show = () => {
    if (chart === null) return;
    const chosen = marks.filter(({ selected }) => selected === true);
    if (around !== undefined) fitAround(chart, around);
    else
      fitChart(
        chart,
        track.length > 0 ? [...track, ...(boat?.ahead ?? [])] : chosen.length > 0 ? chosen : marks,
      );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: fitted on purpose only when the key changes
  useEffect(() => {
    show();
  }, [chart, fitKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme or track is painted over the layer
  useEffect(
    () => (chart === null || boat === undefined ? undefined : drawBoat(chart, boat)),
    [chart, boat, theme, track, unrecorded],
  );

  useEffect(
    () =>
      chart === null || grip === undefined
        ? undefined
        : gripRing(chart, grip.centre, grip.radius, grip.onRadius),
    [chart, grip],
  );

  return (
    <>
      <div className="chart__canvas" ref={canvas} data-lines-drawn={drawn} />
      <div className="chart__edge" ref={edge} aria-hidden="true" />
      {chart === null ? null : <ChartControls chart={chart} onFit={show} />}
      {unable ? (
        <p className="chart__unable">
          <Trans>This browser cannot draw the chart: it has no WebGL.</Trans>
        </p>
      ) : null}
    </>
  );
}
