/**
 * Unpacks old rows (ADR 13), which store numbers in an array and their names once for many rows. Used for whole logs,
 * because the database takes eight times as long.
 */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject, JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import { z } from "zod";

/** Columns of `app.metrics`, as text. */
export interface StoredMetrics {
  /** JSON: the whole row if it is not packed, otherwise the values that are not numbers. */
  readonly metrics: string | null;
  /** The shape's id; null if not packed. */
  readonly shape: string | null;
  /** `double precision` array, in the order of the shape's names. */
  readonly numbers: string | null;
}

const stored = z.array(z.object({ id: z.number(), names: z.array(z.string()) }));

/** Shapes of a vessel's rows, loaded on demand. Shapes are immutable. */
export class MetricShapes {
  readonly #tx: Tx;
  readonly #vesselId: string;
  #names: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(tx: Tx, vesselId: string) {
    this.#tx = tx;
    this.#vesselId = vesselId;
  }

  /** Loads the missing shapes of some rows. */
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
   * @throws Error if its shape is not loaded
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

/** `metrics` holds only objects; a JSON null counts as empty. */
function object(text: string): JsonObject {
  return (JSON.parse(text) ?? {}) as JsonObject;
}
