import type { Map as Chart } from "maplibre-gl";
import { type RefObject, useEffect, useState } from "react";
import { moorageNamesQuestion } from "../api/places/moorages.ts";
import { useDisplay } from "../preferences/display.tsx";
import { useAnswer } from "../queries/use-answer.ts";
import { useToken } from "../session/use-token.ts";
import { openChart, writeMoorages, writeNames } from "./chart-view.ts";
import { ChartScale } from "./controls/chart-scale.ts";
import type { Mark } from "./mark.ts";
import { namesLeft } from "./places/names-left.ts";

const NONE: readonly Mark[] = [];

/**
 * A chart with its labels; null until it is ready, or without WebGL.
 * @param marks of the page: places named there are not labelled twice
 */
export function useChart(
  canvas: RefObject<HTMLElement | null>,
  edge: RefObject<HTMLElement | null>,
  marks: readonly Mark[] = NONE,
): { readonly chart: Chart | null; readonly unable: boolean } {
  const [chart, setChart] = useState<Chart | null>(null);
  const [unable, setUnable] = useState(false);
  const display = useDisplay();
  const { i18n, sentences } = display;
  const [scale] = useState(() => new ChartScale(display));
  const isOwn = useToken() !== null;
  // Strangers have no moorages.
  const { value: moorages } = useAnswer(moorageNamesQuestion, null, isOwn);

  useEffect(() => {
    if (canvas.current === null || edge.current === null) return;
    try {
      const opened = openChart(canvas.current, edge.current, scale);
      opened.chart.once("style.load", () => setChart(opened.chart));
      return () => {
        setChart(null);
        opened.close();
      };
    } catch {
      setUnable(true);
      return;
    }
  }, [canvas, edge, scale]);

  useEffect(() => scale.show(display), [scale, display]);

  useEffect(() => {
    if (chart !== null) writeNames(chart, { i18n, sentences });
  }, [chart, i18n, sentences]);

  useEffect(() => {
    if (chart !== null && moorages !== undefined) writeMoorages(chart, namesLeft(moorages, marks));
  }, [chart, moorages, marks]);

  return { chart, unable };
}
