/** The parts that dashboards are made of: panels of three kinds, each with one query. */
import {
  BigValueColorMode,
  BigValueGraphMode,
  BigValueJustifyMode,
  BigValueTextMode,
  FrameGeometrySourceMode,
  GraphDrawStyle,
  LegendDisplayMode,
  type Panel,
  PercentChangeColorMode,
  SortOrder,
  TooltipDisplayMode,
  VisibilityMode,
  VizOrientation,
} from "@grafana/schema";
import {
  type Options as GeomapOptions,
  TooltipMode,
} from "@grafana/schema/dist/esm/raw/composable/geomap/panelcfg/x/GeomapPanelCfg_types.gen";
import type { Options as StatOptions } from "@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen";
import type {
  FieldConfig as TimeSeriesFieldConfig,
  Options as TimeSeriesOptions,
} from "@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen";

/** Where a panel's figures come from: SQL for PostgreSQL, or an expression for Prometheus. */
export type Query =
  | {
      readonly sql: string;
      /** `time_series` makes a line of each value of a text column, `table` leaves rows as they are. */
      readonly format: "time_series" | "table";
    }
  | {
      readonly prometheus: string;
      /** What a line is called, with its labels in `{{…}}`. */
      readonly legend: string;
    };

/** What a panel shows. Units are Grafana's ids, as `velocityknot`. */
export interface Shown {
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  readonly query: Query;
}

/** A panel before it has its place on a dashboard. */
export type Unplaced = Omit<Panel<Record<string, unknown>, Record<string, unknown>>, "id" | "gridPos"> & {
  readonly height: number;
  /** Of a row's 24 columns. */
  readonly width: number;
};

/** Lines over time, or bars. */
export function timeSeries(
  shown: Shown & { readonly bars?: boolean; readonly range?: readonly [number, number] },
): Unplaced {
  const options: TimeSeriesOptions = {
    legend: { displayMode: LegendDisplayMode.List, placement: "bottom", showLegend: true, calcs: [] },
    tooltip: { mode: TooltipDisplayMode.Multi, sort: SortOrder.Descending },
  };
  const custom: TimeSeriesFieldConfig =
    shown.bars === true
      ? { drawStyle: GraphDrawStyle.Bars, fillOpacity: 60 }
      : // A boat that was silent has no line; half an hour is not a silence.
        {
          drawStyle: GraphDrawStyle.Line,
          fillOpacity: 8,
          showPoints: VisibilityMode.Never,
          spanNulls: 1_800_000,
        };
  const [min, max] = shown.range ?? [];
  return {
    ...common("timeseries", shown, {
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      custom: { ...custom },
    }),
    options: { ...options },
    height: 8,
    width: 12,
  };
}

/** One figure, the newest. */
export function stat(shown: Shown): Unplaced {
  const options: StatOptions = {
    colorMode: BigValueColorMode.Value,
    graphMode: BigValueGraphMode.None,
    justifyMode: BigValueJustifyMode.Auto,
    orientation: VizOrientation.Auto,
    percentChangeColorMode: PercentChangeColorMode.Standard,
    reduceOptions: { calcs: ["lastNotNull"], fields: "", values: false },
    showPercentChange: false,
    textMode: BigValueTextMode.Auto,
    wideLayout: true,
  };
  return { ...common("stat", shown, {}), options: { ...options }, height: 4, width: 4 };
}

/** A map of places, with columns `latitude` and `longitude`; joined by a line if they are a track. */
export function geomap(shown: Shown & { readonly shape: "route" | "markers" }): Unplaced {
  const options: GeomapOptions = {
    basemap: { type: "default", name: "Map" },
    controls: { mouseWheelZoom: true, showAttribution: true, showScale: true, showZoom: true },
    layers: [
      {
        type: shown.shape,
        name: shown.title,
        config: shown.shape === "route" ? { arrow: 0, style: { lineWidth: 2 } } : { showLegend: false },
        location: { mode: FrameGeometrySourceMode.Coords, latitude: "latitude", longitude: "longitude" },
        tooltip: true,
      },
    ],
    tooltip: { mode: TooltipMode.Details },
    view: { id: "fit", allLayers: true, padding: 5 },
  };
  return { ...common("geomap", shown, {}), options: { ...options }, height: 16, width: 12 };
}

function common(
  type: string,
  { title, description, unit, query }: Shown,
  defaults: Readonly<Record<string, unknown>>,
): Omit<Unplaced, "height" | "width"> {
  const datasource = datasourceOf(query);
  return {
    type,
    title,
    description,
    datasource,
    fieldConfig: { defaults: { unit, ...defaults }, overrides: [] },
    targets: [
      "sql" in query
        ? {
            refId: "A",
            datasource,
            editorMode: "code",
            rawQuery: true,
            rawSql: query.sql,
            format: query.format,
          }
        : { refId: "A", datasource, expr: query.prometheus, legendFormat: query.legend, range: true },
    ],
  };
}

/** The dashboard's own variable: whoever imports it chooses. */
export function datasourceOf(query: Query): { readonly type: string; readonly uid: string } {
  return { type: "sql" in query ? "grafana-postgresql-datasource" : "prometheus", uid: `\${datasource}` };
}
