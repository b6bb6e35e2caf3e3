/** Random select lists. */
import fc from "fast-check";
import { filter, logic } from "./condition.ts";
import { oneOf } from "./one-of.ts";
import { known } from "./relations.ts";

/** A select list, and the parameters for its embeds. */
export interface Selected {
  readonly list: string;
  readonly parameters: readonly (readonly [string, string])[];
}

/** @param depth levels of embedding below this one */
export function select(name: string, depth: number): fc.Arbitrary<Selected> {
  const { columns, embeds, key } = known(name);
  const column = oneOf(Object.keys(columns)).chain((one) =>
    fc
      .tuple(oneOf(["", "", "alias:"]), oneOf(["", "", "", "::text"]))
      .map(([alias, cast]) => `${alias}${one}${cast}`),
  );
  const own = fc.oneof(
    fc.constant(["*"]),
    fc.uniqueArray(column, {
      minLength: 1,
      maxLength: 3,
      selector: (one) => one.replace(/^alias:.*/, "alias"),
    }),
  );
  if (depth === 0 || Object.keys(embeds).length === 0)
    return own.map((items) => ({ list: items.join(","), parameters: [] }));
  const embed = oneOf(Object.entries(embeds)).chain(([target, relation]) =>
    fc.tuple(
      fc.constant(target),
      oneOf(["", "", "!inner", "!left"]),
      select(relation, depth - 1),
      fc.array(fc.oneof(filter(relation), logic(relation)), { maxLength: 1 }),
      fc.record({
        key: fc.constant(known(relation).key),
        as: oneOf(["", "", "child:", "..."]),
        page: oneOf(["", "", "", "limit", "offset"]),
        absent: oneOf(["", "", "", "", "is.null", "not.is.null"]),
        byChild: fc.boolean(),
      }),
    ),
  );
  return fc.tuple(own, fc.option(embed)).map(([items, child]) => {
    if (child === null) return { list: items.join(","), parameters: [] };
    const [target, join, inner, said, { key: childKey, as, page, absent, byChild }] = child;
    const path = as === "child:" ? "child" : (target.split("!")[0] ?? target);
    const lower = [...inner.parameters, ...said].map(([name, value]) => [`${path}.${name}`, value] as const);
    const paged = page === "" || as === "..." ? [] : [[`${path}.${page}`, "1"] as const];
    const present = absent === "" ? [] : [[path, absent] as const];
    const first = byChild && depth === 2 ? `${path}(${childKey[0] ?? ""}).desc,` : "";
    return {
      list: [...items, `${as}${target}${join}(${inner.list})`].join(","),
      parameters: [
        ...lower,
        ...paged,
        ...present,
        [`${path}.order`, childKey.join(",")],
        [`order`, first + key.join(",")],
      ],
    };
  });
}
