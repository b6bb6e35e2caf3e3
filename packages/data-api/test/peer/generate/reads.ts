/** Random reads: most of them meaningful, some of them broken. */
import fc from "fast-check";
import type { PeerRequest } from "../request.ts";
import { filter, logic } from "./condition.ts";
import { oneOf } from "./one-of.ts";
import { encoded } from "./query-string.ts";
import { known, RELATION_NAMES } from "./relations.ts";
import { select } from "./select.ts";

/** Requested media types. */
export const ACCEPTS = [
  "application/json",
  "text/csv",
  "application/vnd.pgrst.object+json",
  "*/*",
  "text/html",
];

/** A read: any relation, columns, two levels of embedding, filters, logic, pages and counts. */
export function reads(): fc.Arbitrary<PeerRequest> {
  return oneOf(RELATION_NAMES).chain((name) =>
    fc
      .record({
        method: oneOf(["GET", "GET", "GET", "HEAD"]),
        selected: select(name, 2),
        filters: fc.array(
          fc.oneof({ weight: 3, arbitrary: filter(name) }, { weight: 1, arbitrary: logic(name) }),
          {
            maxLength: 3,
          },
        ),
        limit: fc.option(fc.integer({ min: 0, max: 5 })),
        offset: fc.option(fc.integer({ min: 0, max: 5 })),
        count: oneOf(["", "", "count=exact", "count=planned"]),
        accept: oneOf(["", "", "", ...ACCEPTS]),
        direction: oneOf(["", ".desc", ".nullsfirst", ".desc.nullslast"]),
      })
      .map(({ method, selected, filters, limit, offset, count, accept, direction }) => {
        const order = known(name)
          .key.map((column) => column + direction)
          .join(",");
        const parameters: (readonly [string, string])[] = [
          ["select", selected.list],
          ...selected.parameters.filter(([key]) => key !== "order"),
          ...filters,
          ["order", order],
        ];
        if (limit !== null) parameters.push(["limit", String(limit)]);
        if (offset !== null) parameters.push(["offset", String(offset)]);
        return {
          method,
          target: `/${name}?${encoded(parameters)}`,
          headers: {
            ...(count === "" ? {} : { Prefer: count }),
            ...(accept === "" ? {} : { Accept: accept }),
          },
        };
      }),
  );
}
