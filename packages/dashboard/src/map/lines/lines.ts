/** Lines of many logs on a chart. */
import type {
  Map as Chart,
  ExpressionSpecification,
  GeoJSONSource,
  MapMouseEvent,
  PointLike,
} from "maplibre-gl";
import type { LinePoint } from "../../api/tracks/lines.ts";
import { themeColour } from "../../preferences/theme.ts";
import { SHADES } from "./shades.ts";

/** A line with the index of its colour. */
export interface ChartLine {
  readonly id: number;
  readonly shade: number;
  readonly points: readonly LinePoint[];
}

const ALL = "lines";
const GAPS = "lines-gaps";
/** An invisible layer wide enough for a finger. */
const TOUCH = "lines-touch";

/** A line in pieces, with unrecorded ones apart. */
function pieces({ id, shade, points }: ChartLine): GeoJSON.Feature[] {
  const lines: Record<"sailed" | "gap", GeoJSON.Position[][]> = { sailed: [], gap: [] };
  let way: "sailed" | "gap" | null = null;
  points.forEach(({ longitude, latitude, afterGap }, i) => {
    const before = points[i - 1];
    if (before === undefined) return;
    const here = afterGap ? "gap" : "sailed";
    if (here !== way) lines[here].push([[before.longitude, before.latitude]]);
    lines[here].at(-1)?.push([longitude, latitude]);
    way = here;
  });
  return (["sailed", "gap"] as const).flatMap((kind): GeoJSON.Feature[] => {
    const geometry: GeoJSON.MultiLineString = { type: "MultiLineString", coordinates: lines[kind] };
    return lines[kind].length === 0 ? [] : [{ type: "Feature", geometry, properties: { id, shade, kind } }];
  });
}

/** Replaces the lines. */
export function drawLines(chart: Chart, lines: readonly ChartLine[]): void {
  const source = chart.getSource<GeoJSONSource>(ALL);
  source?.setData({ type: "FeatureCollection", features: lines.flatMap(pieces) });
}

function colour(): ExpressionSpecification {
  const [newest, last, third, older] = SHADES;
  return [
    "match",
    ["get", "shade"],
    1,
    themeColour(last),
    2,
    themeColour(third),
    3,
    themeColour(older),
    themeColour(newest),
  ];
}

/** Adds the layers for lines, below the names of moorages. */
export function addLines(chart: Chart): void {
  chart.addSource(ALL, { type: "geojson", data: { type: "FeatureCollection", features: [] } });
  chart.addLayer(
    {
      id: GAPS,
      type: "line",
      source: ALL,
      filter: ["==", ["get", "kind"], "gap"],
      paint: { "line-width": 2, "line-dasharray": [2, 2] },
    },
    "moorages",
  );
  chart.addLayer(
    {
      id: ALL,
      type: "line",
      source: ALL,
      filter: ["==", ["get", "kind"], "sailed"],
      layout: { "line-cap": "round", "line-join": "round", "line-sort-key": ["-", ["get", "shade"]] },
      paint: { "line-width": ["interpolate", ["linear"], ["zoom"], 3, 1.5, 9, 3], "line-opacity": 0.9 },
    },
    "moorages",
  );
  chart.addLayer(
    { id: TOUCH, type: "line", source: ALL, paint: { "line-width": 22, "line-opacity": 0 } },
    "moorages",
  );
  paintLines(chart);
}

/** Paints the lines in the current theme's colours. */
export function paintLines(chart: Chart): void {
  chart.setPaintProperty(ALL, "line-color", colour());
  chart.setPaintProperty(GAPS, "line-color", themeColour("--track-gap"));
}

/** Calls back with the line that is tapped or pointed at; null for none. Returns a function that stops this. */
export function followTaps(
  chart: Chart,
  on: { readonly tap: (id: number) => void; readonly point: (id: number | null) => void },
): () => void {
  const lineAt = (point: PointLike): number | null => {
    const [feature] = chart.queryRenderedFeatures(point, { layers: [TOUCH] });
    const id: unknown = feature?.properties.id;
    return typeof id === "number" ? id : null;
  };
  const tap = ({ point }: MapMouseEvent) => {
    const id = lineAt(point);
    if (id !== null) on.tap(id);
  };
  const look = ({ point }: MapMouseEvent) => {
    // Skip hit tests while the chart moves.
    if (chart.isMoving()) return;
    const id = lineAt(point);
    chart.getCanvas().style.cursor = id === null ? "" : "pointer";
    on.point(id);
  };
  chart.on("click", tap);
  chart.on("mousemove", look);
  return () => {
    chart.off("click", tap);
    chart.off("mousemove", look);
  };
}
