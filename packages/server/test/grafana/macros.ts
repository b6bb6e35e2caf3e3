/**
 * Expands macros as Grafana's PostgreSQL data source does.
 * @see https://grafana.com/docs/grafana/latest/datasources/postgres/query-editor/ (macros)
 */

/** The contents of a dashboard. */
export interface View {
  readonly from: Date;
  readonly to: Date;
  /** Milliseconds between two points, from the width of the panel. */
  readonly intervalMs: number;
  /** The dashboard's variables. Grafana doubles the quotes in them. */
  readonly variables: Readonly<Record<string, string>>;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** The SQL that is sent. @throws Error if something is left that looks like a macro or a variable */
export function expanded(text: string, { from, to, intervalMs, variables }: View): string {
  const [since, until] = [`'${from.toISOString()}'`, `'${to.toISOString()}'`];
  const group = (column: string, size: string): string => {
    const [, count = "", unit = ""] = /^'(\d+)([smhdw])'$/.exec(size.trim()) ?? [];
    const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
    if (!(seconds > 0)) throw new Error(`${size} is not an interval`);
    return `floor(extract(epoch from ${column})/${seconds})*${seconds}`;
  };
  const sent = text
    .replace(/\$__timeFilter\((\w+)\)/g, (_, column: string) => `${column} BETWEEN ${since} AND ${until}`)
    .replace(
      /\$__timeGroupAlias\((\w+),([^)]+)\)/g,
      (_, column: string, size: string) => `${group(column, size)} AS "time"`,
    )
    .replace(/\$__timeGroup\((\w+),([^)]+)\)/g, (_, column: string, size: string) => group(column, size))
    .replaceAll("$__timeFrom()", since)
    .replaceAll("$__timeTo()", until)
    .replaceAll("$__interval_ms", String(intervalMs))
    .replace(/\$(?:\{(\w+)\}|([a-z]\w*))/g, (whole, braced?: string, bare?: string) =>
      (variables[braced ?? bare ?? ""] ?? whole).replaceAll("'", "''"),
    );
  const left = /\$[\w{]+/.exec(sent);
  if (left !== null) throw new Error(`${left[0]} is neither a macro nor a variable`);
  return sent;
}
