/**
 * Where a view's columns come from. PostgreSQL stores a view's query as a tree of nodes in a text notation
 * (`pg_rewrite.ev_action`): `{NODE :field value …}`, with lists in parentheses, datum bytes in brackets, special
 * characters escaped by a backslash, and `<>` for null. Each entry of the query's target list names the relation and
 * column that its value was copied from, if it was copied unchanged.
 */

/** An output column of a view that is a plain copy of a column of another relation. */
export interface ColumnOrigin {
  /** Number of the view's column, from 1. */
  readonly column: number;
  /** Object id of the source table or view. */
  readonly relation: string;
  readonly relationColumn: number;
}

const BLANKS = new Set([" ", "\n", "\t"]);
const ENDS = new Set([" ", "\n", "\t", "(", ")", "{", "}"]);

/** Reads the words and brackets of a node tree. */
function* tokens(tree: string): Generator<string> {
  let at = 0;
  while (at < tree.length) {
    const char = tree.charAt(at);
    if (BLANKS.has(char)) {
      at++;
    } else if (char === "(" || char === ")" || char === "{" || char === "}") {
      yield char;
      at++;
    } else {
      const start = at;
      while (at < tree.length && !ENDS.has(tree.charAt(at))) at += tree.charAt(at) === "\\" ? 2 : 1;
      yield tree.slice(start, at);
    }
  }
}

/**
 * The columns of a view that are copied unchanged from other relations, according to its stored query. Omits columns
 * from expressions, set operations or grouping functions.
 */
export function columnOrigins(query: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = [];
  // `({QUERY … :targetList ({TARGETENTRY …} …) …})`: fields of the query are at depth 2, its list at 3 and
  // the entries' fields at 4. Deeper levels belong to subqueries and expressions.
  let depth = 0;
  let field = "";
  let list = "";
  let entry = new Map<string, string>();
  for (const token of tokens(query)) {
    if (token === "(" || token === "{") {
      depth++;
      if (depth === 3) list = field;
      if (depth === 4) entry = new Map();
    } else if (token === ")" || token === "}") {
      if (depth === 4 && list === ":targetList") {
        const column = Number(entry.get(":resno") ?? 0);
        const relation = entry.get(":resorigtbl") ?? "0";
        const relationColumn = Number(entry.get(":resorigcol") ?? 0);
        if (relation !== "0" && relationColumn > 0 && entry.get(":resjunk") === "false")
          origins.push({ column, relation, relationColumn });
      }
      depth--;
      if (depth === 2) list = "";
    } else if (depth === 2 || depth === 4) {
      if (token.startsWith(":")) field = token;
      else if (depth === 4) entry.set(field, token);
    }
  }
  return origins;
}
