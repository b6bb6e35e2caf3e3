/** Random writes. */
import fc from "fast-check";
import type { PeerRequest } from "../request.ts";
import { filter } from "./condition.ts";
import { oneOf } from "./one-of.ts";
import { encoded } from "./query-string.ts";

/** Writes to sites and bookings, with preferences of all kinds. */
export function writes(): fc.Arbitrary<PeerRequest> {
  const row = fc.record(
    {
      id: oneOf([1, 2, 60, 61, "x", null]),
      name: oneOf(["New", "Cerro Alto", null, 'ä "x"']),
      altitude: oneOf([1, 2.5, "3", null]),
      location: oneOf([{ a: [1] }, null, "text"]),
    },
    { requiredKeys: ["id", "name"] },
  );
  return fc
    .record({
      method: oneOf(["POST", "POST", "PATCH", "DELETE", "PUT"]),
      rows: fc.oneof(row, fc.array(row, { maxLength: 3 })),
      filters: fc.array(filter("sites"), { maxLength: 2 }),
      back: oneOf(["", "return=representation", "return=minimal", "return=headers-only"]),
      more: fc.subarray([
        "count=exact",
        "resolution=merge-duplicates",
        "resolution=ignore-duplicates",
        "missing=default",
      ]),
      selected: oneOf(["", "id,name", "*,telescopes(id)", "altitude::text"]),
      columns: oneOf(["", "", "id,name", "id,name,altitude"]),
    })
    .map(({ method, rows, filters, back, more, selected, columns }) => {
      const isCreating = method === "POST";
      const parameters = [
        ...(isCreating ? [] : method === "PUT" ? [["id", "eq.60"] as const] : filters),
        ...(selected === "" ? [] : [["select", selected] as const]),
        ...(columns === "" || method === "DELETE" || method === "PUT" ? [] : [["columns", columns] as const]),
      ];
      const prefer = [back, ...more].filter((one) => one !== "").join(", ");
      return {
        method,
        target: parameters.length === 0 ? "/sites" : `/sites?${encoded(parameters)}`,
        headers: { "Content-Type": "application/json", ...(prefer === "" ? {} : { Prefer: prefer }) },
        ...(method === "DELETE" ? {} : { body: JSON.stringify(rows) }),
      };
    });
}
