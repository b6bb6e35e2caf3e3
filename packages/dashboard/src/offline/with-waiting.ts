/** Applies queued changes to a response. */
import { type Change, writtenBy } from "./change.ts";

/** The table behind each editable view. */
const TABLES: Readonly<Record<string, string>> = {
  log_view: "logbook",
  logs_view: "logbook",
  logbook: "logbook",
  stay_view: "stays",
  stays_view: "stays",
  stays: "stays",
  moorage_view: "moorages",
  moorages_view: "moorages",
  moorages: "moorages",
  log_entries: "log_entries",
  log_entries_view: "log_entries",
  log_photos_view: "log_photos",
  metadata: "metadata",
};

/** Columns whose table name differs, by their name in the view. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stays_view: { stayed_at_id: "stay_code" },
  moorage_view: { default_stay_id: "stay_code", home: "home_flag" },
  moorages_view: { moorage: "name", default_stay_id: "stay_code", home: "home_flag" },
};

/** The rows of a response with the queued values, in the requested columns. */
export function withWaiting(path: string, body: unknown, changes: readonly Change[]): unknown {
  const view = /^\/(\w+)/.exec(path)?.[1] ?? "";
  const table = TABLES[view];
  const about = changes.filter(
    ({ resource, id, refused }) => resource === table && id !== null && refused === null,
  );
  if (table === undefined || about.length === 0 || !Array.isArray(body)) return body;
  return body.flatMap((row: unknown) => {
    if (typeof row !== "object" || row === null || !("id" in row)) return [row];
    const own = about.filter(({ id }) => id === row.id);
    if (own.some(({ method }) => method === "DELETE")) return [];
    const values = own.flatMap((change) => Object.entries(writtenBy(change)));
    const writing = Object.fromEntries(values);
    const written = Object.fromEntries(
      Object.keys(row).flatMap((column) => {
        const name = COLUMNS[view]?.[column] ?? column;
        return name in writing ? [[column, writing[name]]] : [];
      }),
    );
    // A typed name is the log's own.
    const named = "named" in row && "name" in writing ? { named: true } : {};
    return [withObservations({ ...row, ...written, ...named }, values)];
  });
}

/** Values written into `extra` key by key. */
function withObservations(row: object, values: readonly (readonly [string, unknown])[]): object {
  if (!("extra" in row) || typeof row.extra !== "object") return row;
  const observed = values.flatMap(([name, value]): object[] => {
    const keys: unknown = name === "observations" && typeof value === "string" ? JSON.parse(value) : null;
    return typeof keys === "object" && keys !== null ? [keys] : [];
  });
  return observed.length === 0 ? row : { ...row, extra: Object.assign({}, row.extra, ...observed) };
}
