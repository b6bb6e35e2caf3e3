/** Previews different thresholds: the same fold in memory, compared with the stored logbook. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { END, START } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import type { DetectorSettings } from "../detector/thresholds.ts";
import { edited, knownIds } from "./derive.ts";
import { beginFold } from "./fold-state.ts";
import { StoredFold } from "./fold-store.ts";
import { Known } from "./known-intervals.ts";
import { replay } from "./replay.ts";
import { around, notSettled } from "./vessel-fold.ts";

interface Times extends JsonObject {
  readonly started: string;
  readonly ended: string | null;
}

/** A log in the preview. */
export interface PreviewedLog extends Times {
  /** Null for a new one. */
  readonly id: number | null;
  readonly name: string | null;
  /** The stored times of a changed log; otherwise null. */
  readonly before: Times | null;
}

export interface Preview extends JsonObject {
  readonly added: readonly PreviewedLog[];
  readonly removed: readonly PreviewedLog[];
  readonly changed: readonly PreviewedLog[];
  readonly unchanged: number;
}

const written = z.object({
  id: z.number(),
  name: z.string().nullable(),
  from_millis: z.number(),
  to_millis: z.number().nullable(),
});

/**
 * Folds with different thresholds and writes nothing.
 * @param from milliseconds; starts at the last checkpoint before it, or at the first row for minus infinity
 */
export async function previewFold(tx: Tx, settings: DetectorSettings, from: number): Promise<Preview> {
  const now = await beginFold(tx);
  const open = { ...now, settings, state: from === START ? null : now.state };
  const store = new StoredFold(tx, now.vesselId, { seen: now.newest, mayWait: true });
  const { start, settled, state } = await replay(store, open, from, END);
  const span = { from: start?.settledUntil ?? START, to: END };
  const other = new Known(span, [...settled, ...notSettled(state.detector, open)]);
  const window = await around(store, open, state, other, { rows: null, edited: null });
  const shown = edited(window, now.edits);
  const ids = await knownIds(store, window.span, shown, now.edits);
  const rows = await tx.query(sql`select * from app.derived_logs(${instant(window.span.from)}::timestamptz)`);
  const old = new Map(
    rows.map((row) => {
      const { id, name, from_millis: since, to_millis: until } = written.parse(row);
      return [id, { id, name, ...times(since, until), before: null }];
    }),
  );
  const found = shown.flatMap((interval, i): PreviewedLog[] => {
    if (interval.kind !== "leg") return [];
    const id = ids[i] ?? null;
    const was = id === null ? undefined : old.get(id);
    if (id !== null) old.delete(id);
    const before = was === undefined ? null : { started: was.started, ended: was.ended };
    return [{ id, name: was?.name ?? null, ...times(interval.from, interval.to), before }];
  });
  const changed = found.filter(
    ({ before, started, ended }) => before !== null && (before.started !== started || before.ended !== ended),
  );
  const added = found.filter(({ before }) => before === null);
  return {
    added,
    removed: [...old.values()],
    changed,
    unchanged: found.length - added.length - changed.length,
  };
}

function times(from: number, to: number | null): Times {
  return { started: instant(Math.round(from)), ended: to === null ? null : instant(Math.round(to)) };
}
