/** A dashboard of panels, placed in the order in which they are given, as a file that Grafana imports. */
import {
  type Dashboard,
  DashboardCursorSync,
  type VariableModel,
  VariableRefresh,
  VariableSort,
} from "@grafana/schema";
import { datasourceOf, type Query, type Unplaced } from "./panels.ts";

/** The columns of Grafana's grid, which a row of panels fills. */
const COLUMNS = 24;
/** Of the format of dashboards in JSON: the last one before Grafana 12, which newer ones migrate by themselves. */
const SCHEMA_VERSION = 41;

export interface Sketch {
  /** The name of its file. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly source: "postgres" | "prometheus";
  readonly panels: readonly Unplaced[];
}

/** The dashboard of a sketch. */
export function dashboardOf({ name, title, description, source, panels }: Sketch): Dashboard {
  return {
    uid: `wakelog-${name}`,
    title: `Wakelog: ${title}`,
    description,
    tags: ["wakelog"],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    graphTooltip: DashboardCursorSync.Crosshair,
    refresh: "1m",
    time: { from: source === "postgres" ? "now-7d" : "now-6h", to: "now" },
    timezone: "browser",
    templating: { list: source === "postgres" ? [datasource(POSTGRES), VESSEL] : [datasource(PROMETHEUS)] },
    panels: placed(panels),
  };
}

/** As it is written to the file. */
export function textOf(dashboard: Dashboard): string {
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

const POSTGRES: Query = { sql: "", format: "table" };
const PROMETHEUS: Query = { prometheus: "", legend: "" };

function datasource(query: Query): VariableModel {
  return { type: "datasource", name: "datasource", label: "Data source", query: datasourceOf(query).type };
}

/** Only among the boats of the account: what there is to read is decided by the login. */
const VESSEL: VariableModel = {
  type: "query",
  name: "vessel",
  label: "Boat",
  datasource: datasourceOf(POSTGRES),
  query: "select name as __text, vessel as __value from grafana.vessels",
  refresh: VariableRefresh.onDashboardLoad,
  sort: VariableSort.alphabeticalAsc,
};

function placed(panels: readonly Unplaced[]): NonNullable<Dashboard["panels"]> {
  let [x, y, tallest] = [0, 0, 0];
  return panels.map(({ height, width, ...panel }, at) => {
    if (x + width > COLUMNS) [x, y, tallest] = [0, y + tallest, 0];
    const gridPos = { h: height, w: width, x, y };
    x += width;
    tallest = Math.max(tallest, height);
    return { id: at + 1, gridPos, ...panel };
  });
}
