/** The shape that bodies share if they differ only in values: the keys and the number of their rows. */
import type { Payload } from "../request/api-request.ts";
import { textOf, type Value } from "../request/query-shape.ts";

/** A body split into shape and values. */
export interface BodyShape {
  /** Everything that a plan depends on except the values. Contains no line break. */
  readonly text: string;
  readonly values: readonly string[];
  /** A body of the same shape with other values. */
  readonly with: (values: readonly Value[]) => Payload | null;
}

const NONE: BodyShape = { text: "", values: [], with: () => null };

/** Null for raw bytes, which have no shape. */
export function bodyShape(payload: Payload | null): BodyShape | null {
  if (payload === null) return NONE;
  switch (payload.kind) {
    case "raw":
      return null;
    case "json": {
      const { text, isArray, count, keys } = payload;
      return {
        text: `${isArray ? "rows" : "row"} ${count} ${JSON.stringify(keys)}`,
        values: [text],
        with: ([value = ""]) => ({ ...payload, text: textOf(value), elements: null }),
      };
    }
    case "parameters": {
      const names = payload.parameters.map(([name]) => name);
      return {
        text: `form ${JSON.stringify(names)}`,
        values: payload.parameters.map(([, value]) => value),
        with: (values) => ({
          kind: "parameters",
          parameters: names.map((name, at) => [name, textOf(values[at] ?? "")]),
        }),
      };
    }
  }
}
