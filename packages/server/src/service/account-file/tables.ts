/** All data of a vessel, table by table, with the ids that an import replaces. */
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { isRecord } from "@wakelog/kit/json/json.ts";

/** Kinds of rows with ids. */
export type Numbered =
  | "metadata"
  | "log"
  | "stay"
  | "moorage"
  | "edit"
  | "rule"
  | "alert"
  | "entry"
  | "photo"
  | "import";

/** The sequence of each kind. */
export const SEQUENCES: Readonly<Record<Numbered, Sql>> = {
  metadata: sql`'app.metadata_id'`,
  log: sql`'app.logbook_id'`,
  stay: sql`'app.stays_id'`,
  moorage: sql`'app.moorages_id'`,
  edit: sql`pg_get_serial_sequence('app.edits', 'id')`,
  rule: sql`'app.alert_rules_id'`,
  alert: sql`'app.alerts_id'`,
  entry: sql`'app.log_entries_id'`,
  photo: sql`'app.log_photos_id'`,
  import: sql`pg_get_serial_sequence('app.imports', 'id')`,
};

type Row = Readonly<Record<string, unknown>>;
/** Maps an id of a kind to its new one. */
export type Renumber = (kind: Numbered, number: number) => number;

export interface RelocatedTable {
  readonly schema: "api" | "app";
  readonly name: string;
  /** The columns of a row that hold ids, with the new ids. */
  readonly changes: (row: Row, renumber: Renumber) => Row;
}

/** Columns that hold ids. */
function numbers(columns: Readonly<Record<string, Numbered>>): RelocatedTable["changes"] {
  return (row, renumber) =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([column, kind]) => {
        const value = row[column];
        return typeof value === "number" ? [[column, renumber(kind, value)]] : [];
      }),
    );
}

const NOTHING = numbers({});

const KINDS: Readonly<Record<string, Numbered>> = {
  logbook: "log",
  stays: "stay",
  moorages: "moorage",
  log: "log",
  // Shares the sequence of logs.
  gap: "log",
  stay: "stay",
};

/** An id whose kind is in another column. */
function numberOf(column: string): RelocatedTable["changes"] {
  return (row, renumber) => {
    const kind = KINDS[String(row[column])];
    return kind !== undefined && typeof row.id === "number" ? { id: renumber(kind, row.id) } : {};
  };
}

/** An edit refers to its subject by id. */
const edit: RelocatedTable["changes"] = (row, renumber) => {
  const facts = isRecord(row.facts) ? row.facts : {};
  const named = numbers({ log: "log", stay: "stay", edit: "edit" })(facts, renumber);
  const identities = Array.isArray(facts.identities)
    ? {
        identities: facts.identities.map((one) =>
          isRecord(one) ? { ...one, ...numberOf("kind")(one, renumber) } : one,
        ),
      }
    : {};
  return {
    ...numbers({ id: "edit" })(row, renumber),
    facts: { ...facts, ...named, ...identities },
  };
};

/** Columns that only packed metrics use: rows are exported whole, and packed again after import. */
export const PACKED: readonly string[] = ["shape", "numbers"];
/** Tables of metric rows: those of the record, and those that an edit took out of it. */
export const METRIC_TABLES: readonly string[] = ["metrics", "removed_rows"];

const table = (schema: "api" | "app", name: string, changes = NOTHING): RelocatedTable => ({
  schema,
  name,
  changes,
});

/** In writing order: referenced tables come first. */
export const TABLES: readonly RelocatedTable[] = [
  table("api", "metadata", numbers({ id: "metadata" })),
  // Before the metrics, some of which the import may refuse.
  table("app", "metrics_rejected"),
  table("app", "metrics"),
  table("app", "partial_rows"),
  table("api", "moorages", numbers({ id: "moorage", stay_id: "stay" })),
  table("api", "stays", numbers({ id: "stay", moorage_id: "moorage" })),
  table(
    "api",
    "logbook",
    numbers({ id: "log", voyage_id: "log", _from_moorage_id: "moorage", _to_moorage_id: "moorage" }),
  ),
  table("app", "log_lines", numbers({ id: "log" })),
  table("app", "log_winds", numbers({ id: "log" })),
  table("app", "gaps", numbers({ id: "log" })),
  table("app", "edits", edit),
  table("app", "removed_rows", numbers({ edit_id: "edit" })),
  table("app", "written_by_people", numberOf("resource")),
  table("app", "interval_identities", numberOf("kind")),
  table("app", "intervals"),
  table("app", "log_figures", numbers({ id: "log" })),
  table("app", "moorage_lookups", numbers({ id: "moorage" })),
  table("app", "fold_states"),
  table("app", "fold_checkpoints"),
  table("app", "unfinished", numberOf("resource")),
  table("app", "metric_days"),
  table("app", "metric_days_due"),
  table("app", "metric_keys"),
  table("app", "thinned_days"),
  table("app", "late_rows"),
  table("api", "alert_rules", numbers({ id: "rule" })),
  table("app", "alerts", numbers({ id: "alert", rule_id: "rule" })),
  table("api", "log_entries", numbers({ id: "entry" })),
  table("api", "log_photos", numbers({ id: "photo" })),
  table("app", "log_pictures", numbers({ id: "photo" })),
  table("app", "imports", numbers({ id: "import" })),
  table("app", "imported_rows", numbers({ import_id: "import" })),
];
