import { expect, test } from "vitest";
import { columnOrigins } from "../../../../src/engine/schema/view-query.ts";

function entry(
  number: number,
  name: string,
  table: number,
  column: number,
  expression: string,
  junk = false,
) {
  return `{TARGETENTRY :expr ${expression} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk ${junk}}`;
}

function query(entries: string, before = ""): string {
  return `({QUERY :commandType 1 :canSetTag true ${before}:rtable (<> {RTE :alias <> :eref {ALIAS :aliasname t :colnames ("a" "b")}}) :targetList (${entries}) :override 0 :groupClause <>})`;
}

const COLUMN = "{VAR :varno 1 :varattno 2 :location 7}";

test("a copied column is traced to its relation and number", () => {
  const entries = `${entry(1, "a", 16401, 2, COLUMN)} ${entry(2, "b", 16402, 1, COLUMN)}`;
  expect(columnOrigins(query(entries))).toEqual([
    { column: 1, relation: "16401", relationColumn: 2 },
    { column: 2, relation: "16402", relationColumn: 1 },
  ]);
});

test("an expression has no origin, and a column only sorted by is no output", () => {
  const sum = `{OPEXPR :opno 551 :args (${COLUMN} {CONST :constvalue 4 [ 1 0 0 0 ]}) :location 3}`;
  const entries = `${entry(1, "sum", 0, 0, sum)} ${entry(2, "hidden", 16401, 3, COLUMN, true)}`;
  expect(columnOrigins(query(entries))).toEqual([]);
});

test("target lists of queries inside are not those of the view", () => {
  const inner = `{SUBLINK :subselect {QUERY :commandType 1 :targetList (${entry(1, "x", 999, 9, COLUMN)}) :sortClause <>}}`;
  const cte = `:cteList ({COMMONTABLEEXPR :ctequery {QUERY :targetList (${entry(1, "y", 998, 8, COLUMN)})}}) `;
  const entries = `${entry(1, "n", 0, 0, inner)} ${entry(2, "a", 16401, 1, COLUMN)}`;
  expect(columnOrigins(query(entries, cte))).toEqual([{ column: 2, relation: "16401", relationColumn: 1 }]);
});

test("brackets and blanks in names do not confuse the reader", () => {
  const entries = entry(1, "odd\\ \\(name\\)\\{:targetList\\}\\\\", 16401, 5, COLUMN);
  expect(columnOrigins(query(entries))).toEqual([{ column: 1, relation: "16401", relationColumn: 5 }]);
});
