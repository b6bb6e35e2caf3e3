/** The outputs of a level, from `select=`. */
import { aggregatesDisabled } from "../errors/request-errors.ts";
import type { SelectItem } from "../request/api-request.ts";
import type { Relation, SchemaCache } from "../schema/schema-cache.ts";
import { converter, planField } from "./plan-field.ts";
import type { Output } from "./plan-types.ts";

/**
 * The outputs of one level: columns in order, then embeds by index.
 * @param options.expand whether to replace `*` by column names, as grouping and spreading require
 * @throws ApiError PGRST123 if aggregates are disabled
 */
export function planOutputs(
  items: readonly SelectItem[],
  relation: Relation | null,
  cache: SchemaCache,
  { aggregates, expand }: { readonly aggregates: boolean; readonly expand: boolean },
): Output[] {
  const outputs: Output[] = [];
  const embeds: Output[] = [];
  for (const item of items) {
    if (item.kind === "embed") embeds.push({ kind: "embed", index: embeds.length });
    else if (item.kind === "star") outputs.push(...star(relation, cache, expand));
    else if (item.kind === "count") {
      if (!aggregates) throw aggregatesDisabled();
      outputs.push({ kind: "count", name: item.alias ?? "count", cast: item.cast ?? null });
    } else {
      if (item.aggregate !== undefined && !aggregates) throw aggregatesDisabled();
      const column = relation?.columns.get(item.field.name);
      outputs.push({
        kind: "column",
        field: planField(relation, item.field),
        name: item.alias ?? item.aggregate?.name ?? keyOf(item.field),
        cast: item.cast ?? null,
        aggregate:
          item.aggregate === undefined
            ? null
            : { name: item.aggregate.name, cast: item.aggregate.cast ?? null },
        // A cast applies to the converted value, not to the stored one.
        converter: item.field.path.length === 0 ? converter(cache, column, "to json") : null,
      });
    }
  }
  return [...outputs, ...embeds];
}

/** `*`, or every column by name if some are converted. */
function star(relation: Relation | null, cache: SchemaCache, expand: boolean): Output[] {
  const columns = [...(relation?.columns.values() ?? [])];
  const isPlain = columns.every((column) => converter(cache, column, "to json") === null);
  if (columns.length === 0 || (isPlain && !expand)) return [{ kind: "star" }];
  return columns.map((column) => ({
    kind: "column",
    field: planField(relation, { name: column.name, path: [] }),
    name: column.name,
    cast: null,
    aggregate: null,
    converter: converter(cache, column, "to json"),
  }));
}

/** `data->a->0` is shown as `a`, `data->0` as `data`. */
function keyOf(field: { name: string; path: readonly { key: string | number }[] }): string {
  const last = field.path.findLast(({ key }) => typeof key === "string");
  return last === undefined ? field.name : String(last.key);
}
