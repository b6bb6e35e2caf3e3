/**
 * Measurements of old rows, which are stored packed (ADR 13): numbers in an array, their names once for many rows. They
 * are made whole here where whole logs are read; the database takes eight times as long for it.
 */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject, JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import { z } from "zod";

/** Three columns of a row of `app.metrics`, as text. */
export interface StoredMetrics {
  /** JSON: everything of a row that is not packed, otherwise what is not a number. */
  readonly metrics: string | null;
  /** Id of the row's shape; null if it is not packed. */
  readonly shape: string | null;
  /** An array of `double precision`, in the order of the shape's names. */
  readonly numbers: string | null;
}

const stored = z.array(z.object({ id: z.number(), names: z.array(z.string()) }));

/** The shapes of a vessel's rows, read when a row needs one. A shape never changes. */
export class MetricShapes {
  readonly #tx: Tx;
  readonly #vesselId: string;
  #names: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(tx: Tx, vesselId: string) {
    this.#tx = tx;
    this.#vesselId = vesselId;
  }

  /** Reads the shapes of rows, as far as they are not known. */
  async know(shapes: Iterable<string | null>): Promise<void> {
    for (const shape of shapes) {
      if (shape === null || this.#names.has(shape)) continue;
      const found = stored.parse(
        await this.#tx.query(
          sql`select id, to_jsonb(names) as names from app.metric_shapes where vessel_id = ${this.#vesselId}`,
        ),
      );
      this.#names = new Map(found.map(({ id, names }) => [String(id), names]));
      return;
    }
  }

  /**
   * A row's measurements; null if it has none.
   * @throws Error if its shape is not known
   */
  whole({ metrics, shape, numbers }: StoredMetrics): JsonObject | null {
    if (shape === null || numbers === null) return metrics === null ? null : object(metrics);
    const names = this.#names.get(shape);
    if (names === undefined) throw new Error(`there is no shape ${shape} of metrics`);
    const whole: Record<string, JsonValue> = {};
    for (const [at, number] of numbers.slice(1, -1).split(",").entries()) {
      const name = names[at];
      if (name !== undefined && number !== "NULL") whole[name] = Number(number);
    }
    return metrics === null ? whole : { ...whole, ...object(metrics) };
  }
}

/** Only objects are stored in `metrics`; a JSON null counts as an empty one. */
function object(text: string): JsonObject {
  return (JSON.parse(text) ?? {}) as JsonObject;
}
