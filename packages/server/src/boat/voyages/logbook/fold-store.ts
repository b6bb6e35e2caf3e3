/** Storage of one vessel's fold: a port, so that the logic can be tested without a server. */
import { randomUUID } from "node:crypto";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import { END, type Span, START } from "@wakelog/kit/time/span.ts";
import { z } from "zod";
import type { Fix } from "../detector/fixes/fix.ts";
import { fixesAfter } from "../record/read-metrics.ts";
import { commitFold, type FoldChange } from "./commit.ts";
import { type Checkpoint, checkpointBefore, checkpointsAfter } from "./fold-state.ts";
import type { Identity } from "./identity.ts";
import { Known } from "./known-intervals.ts";
import { storedInterval } from "./stored-interval.ts";

export interface FoldStore {
  /** The fixes after a time, oldest first, in chunks. */
  fixesAfter(time: number): AsyncIterable<readonly Fix[]>;
  /** The newest checkpoint before a time; null if the fold must begin at the first row. */
  checkpointBefore(time: number): Promise<Checkpoint | null>;
  /** A page of checkpoints after a time, in order; empty at the end. */
  checkpointsAfter(time: number): Promise<readonly Checkpoint[]>;
  /** Settled intervals beginning in a span, with up to `margin` more on either side. */
  settled(span: Span, margin: number): Promise<Known>;
  /** Ids that a span's intervals may reuse. */
  identities(span: Span): Promise<readonly Identity[]>;
  /** Unused ids. */
  newIds(kind: Identity["kind"], count: number): Promise<number[]>;
  /** The voyage of the last leg before a time. */
  voyageBefore(time: number): Promise<number | null>;
  /** Writes a fold's changes. */
  commit(change: FoldChange): Promise<void>;
}

/** How to save a fold. */
export interface Saving {
  /** Time of the record's newest row, which the state has when the transaction ends. */
  readonly seen: number;
  /** Whether saving the state may wait for a later fold if nothing else follows from it. */
  readonly mayWait: boolean;
}

/** The transaction's vessel, in the database. */
export class StoredFold implements FoldStore {
  /** Revision of the saved state. */
  readonly revision = randomUUID();
  readonly #tx: Tx;
  readonly #vesselId: string;
  readonly #saving: Saving;
  #isSaved = false;

  constructor(tx: Tx, vesselId: string, saving: Saving) {
    this.#tx = tx;
    this.#vesselId = vesselId;
    this.#saving = saving;
  }

  /** Whether the state was saved. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  fixesAfter(time: number): AsyncIterable<readonly Fix[]> {
    return fixesAfter(this.#tx, this.#vesselId, time);
  }

  checkpointBefore(time: number): Promise<Checkpoint | null> {
    return checkpointBefore(this.#tx, time);
  }

  checkpointsAfter(time: number): Promise<readonly Checkpoint[]> {
    return checkpointsAfter(this.#tx, time);
  }

  settled(span: Span, margin: number): Promise<Known> {
    return settled(this.#tx, span, margin);
  }

  identities(span: Span): Promise<readonly Identity[]> {
    return identities(this.#tx, span);
  }

  newIds(kind: Identity["kind"], count: number): Promise<number[]> {
    return newIds(this.#tx, kind, count);
  }

  voyageBefore(time: number): Promise<number | null> {
    return voyageBefore(this.#tx, time);
  }

  async commit(change: FoldChange): Promise<void> {
    const { intervals, checkpoints, derived } = change;
    const isQuiet = intervals === null && checkpoints === null && derived === null;
    if (isQuiet && this.#saving.mayWait && !this.#isSaved) return;
    this.#isSaved = true;
    await commitFold(this.#tx, change, { revision: this.revision, seen: this.#saving.seen });
  }
}

const knownRow = z.object({
  from: z.number().nullable(),
  to: z.number().nullable(),
  intervals: z.array(z.unknown()),
});

async function settled(tx: Tx, span: Span, margin: number): Promise<Known> {
  const [row] = await tx.query(sql`
    select (extract(epoch from known_from) * 1000)::float8 as "from", (extract(epoch from known_to) * 1000)::float8 as "to", intervals
    from app.fold_intervals(${instant(span.from)}::timestamptz, ${instant(span.to)}::timestamptz, ${margin}::integer)`);
  const { from, to, intervals } = knownRow.parse(row);
  const parsed = await mapInSlices(intervals, (one) => storedInterval.parse(one));
  return new Known({ from: from ?? START, to: to ?? END }, parsed);
}

const identityRow = z.object({
  kind: z.enum(["stay", "log", "gap"]).transform((kind) => (kind === "log" ? ("leg" as const) : kind)),
  id: z.number(),
  from_millis: z.number(),
  to_millis: z.number().nullable(),
});

async function identities(tx: Tx, span: Span): Promise<Identity[]> {
  const found = await tx.query(
    sql`select * from app.fold_identities(${instant(span.from)}::timestamptz, ${instant(span.to)}::timestamptz)`,
  );
  return mapInSlices(found, (row) => {
    const { kind, id, from_millis: from, to_millis: to } = identityRow.parse(row);
    return { kind, id, from, to };
  });
}

async function newIds(tx: Tx, kind: Identity["kind"], count: number): Promise<number[]> {
  if (count === 0) return [];
  // A kept gap becomes the log with its id.
  const sequence = kind === "stay" ? "app.stays_id" : "app.logbook_id";
  const { rows } = await tx.run(
    sql`select nextval(${sequence}::regclass) from generate_series(1, ${count}::integer)`,
  );
  return rows.map(([id]) => Number(id));
}

async function voyageBefore(tx: Tx, time: number): Promise<number | null> {
  const { rows } = await tx.run(sql`select app.fold_voyage_before(${instant(time)}::timestamptz)`);
  const id = rows[0]?.[0];
  return id == null ? null : Number(id);
}
