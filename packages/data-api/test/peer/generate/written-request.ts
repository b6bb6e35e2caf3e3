import type { PeerRequest } from "../request.ts";
import { encoded } from "./query-string.ts";

/** The parts of a write; empty texts are left out. */
interface Written {
  readonly method: string;
  readonly relation: string;
  readonly key: readonly string[];
  /** Values of the key, of the rows that are changed. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly selected: string;
  readonly conflict: string;
  readonly columnsSaid: string;
  /** How many rows are changed at most, in which order; null if it is not said. */
  readonly limited: { readonly limit: string; readonly order: string } | null;
  readonly prefer: readonly string[];
  readonly type: string;
  readonly accept: string;
  readonly as: string;
  readonly body: string;
}

/** The request of a write, with those parts that its method takes. */
export function writtenRequest(of: Written): PeerRequest {
  const { method, relation, key, about, selected, conflict, columnsSaid, limited, type, accept, as, body } =
    of;
  const parameters: (readonly [string, string])[] =
    method === "POST" ? [] : key.map((one) => [one, `eq.${String(about[one])}`] as const);
  if (selected !== "") parameters.push(["select", selected]);
  if (method === "POST" && conflict !== "") parameters.push(["on_conflict", conflict]);
  if (method !== "DELETE" && columnsSaid !== "") parameters.push(["columns", columnsSaid]);
  if (limited !== null && (method === "PATCH" || method === "DELETE"))
    parameters.push(["limit", limited.limit], ["order", limited.order]);
  const prefer = of.prefer.filter((one) => one !== "").join(", ");
  return {
    method,
    target: parameters.length === 0 ? `/${relation}` : `/${relation}?${encoded(parameters)}`,
    headers: {
      ...(type === "" ? {} : { "Content-Type": type }),
      ...(prefer === "" ? {} : { Prefer: prefer }),
      ...(accept === "" ? {} : { Accept: accept }),
    },
    ...(method === "DELETE" ? {} : { body }),
    ...(as === "" ? {} : { as }),
  };
}
