/**
 * Rows of many boats in one transaction. POSTs that arrive while one is in flight wait for it and go together in the
 * next. A POST about which anything is unusual goes alone; so does each of a transaction that fails, so that no boat
 * suffers from another's fault.
 */
import { NoConnectionError, PoolTimeoutError, type Result, type Tx } from "@wakelog/data-api/db/database.ts";
import { raw, type Sql, type Statement, sql } from "@wakelog/data-api/db/sql.ts";
import type { SharedContext } from "@wakelog/data-api/engine/handlers.ts";
import { HOUR } from "@wakelog/kit/time/units.ts";
import type { TakenFold } from "../logbook/fold-state.ts";
import { foldUnread } from "../logbook/unread.ts";
import type { MetricRow } from "../record/metric-row.ts";
import { batchJson } from "./batch.ts";
import { Convoy, type Member, type MostTogether } from "./convoy.ts";
import type { Watch } from "./watching.ts";

/** Enough to make the costs of a transaction small, and few enough to keep one short. */
const MOST: MostTogether = { members: 64, size: 200 };
/** Rows of a POST that may go with others; more are a backlog. */
export const MOST_ROWS = 20;
/** A boat whose newest row is older may be offline; its return sends a message. */
const SILENT_MS = HOUR;
/** A row's bytes are fewer than this many for each character of its JSON, and these besides. */
const [BYTES_EACH, BYTES_BESIDES] = [8, 300] as const;

/** A POST that may go with others. */
export interface Going extends Member {
  readonly rows: readonly MetricRow[];
  readonly known: TakenFold;
  /** The version of the boat's token. */
  readonly token: string;
  /** The fold with the rows, and what is written of it. */
  readonly fold: TakenFold;
  readonly writes: readonly Statement[];
  readonly now: number;
  /** The accepted rows, for the answer. */
  readonly shown: string;
  readonly answer: Sql;
  readonly transaction: SharedContext["transaction"];
}

/** The answer's JSON in a convoy's statement. */
const SHOWN = raw("post.shown");

/** What a POST must be to go with others; null if it must go alone. */
export async function going(
  rows: readonly MetricRow[],
  known: TakenFold | null,
  now: number,
  { caller, shown, answer, transaction }: SharedContext,
  answered: () => Parameters<SharedContext["shown"]>[0],
): Promise<Going | null> {
  const { ver } = caller.claims;
  if (known === null || known.revision === null || known.late !== null) return null;
  if (rows.length === 0 || rows.length > MOST_ROWS || now - known.newest > SILENT_MS) return null;
  if (typeof ver !== "string" && typeof ver !== "number") return null;
  let newest = known.newest;
  for (const { time } of rows) {
    if (time <= newest) return null;
    newest = time;
  }
  const folded = await foldUnread(known, rows);
  if (folded === null) return null;
  return {
    key: known.vesselId,
    size: rows.length,
    rows,
    known,
    token: String(ver),
    ...folded,
    now,
    shown: shown(answered()),
    answer: answer(SHOWN),
    transaction,
  };
}

/** @param watch as in `ingest.ts` @param stored called for each stored POST after the commit */
export function convoyOf(
  watch: Watch | undefined,
  stored: (post: Going) => void,
  failed: (fault: unknown) => void,
): Convoy<Going, Result> {
  return new Convoy(async (posts) => {
    try {
      const [first] = posts;
      const results = (await first?.transaction((tx) => store(tx, posts, watch))) ?? new Map();
      for (const post of results.keys()) stored(post);
      return results;
    } catch (fault) {
      // No POST would get further alone.
      if (fault instanceof PoolTimeoutError || fault instanceof NoConnectionError) throw fault;
      failed(fault);
      return new Map();
    }
  }, MOST);
}

/** Stores the rows of those that may go together. @returns the results of their answers */
async function store(
  tx: Tx,
  posts: readonly Going[],
  watch: Watch | undefined,
): Promise<ReadonlyMap<Going, Result>> {
  const found = await tx.run(await storing(posts, watch));
  const byVessel = new Map(posts.map((post) => [post.key, post]));
  const kept: Going[] = [];
  const states: (readonly [string, object])[] = [];
  for (const [vessel, watched] of found.rows) {
    const post = byVessel.get(vessel ?? "");
    if (post === undefined) throw new Error("rows of an unknown vessel were stored");
    kept.push(post);
    const read = [{ columns: found.columns.slice(1), rows: [[watched ?? null]], affected: 1 }];
    const judged = await watch?.judge(post.key, post.rows, read, post.now);
    if (judged?.state != null) states.push([post.key, judged.state]);
    const writes = [...post.writes, ...(judged?.writes ?? [])];
    if (writes.length > 0) tx.later(sql`select set_config('wakelog.vessel_id', ${post.key}, true)`);
    for (const write of writes) tx.later(write);
  }
  if (watch !== undefined && states.length > 0) tx.later(watch.saving(states));
  return answers(tx, kept);
}

async function storing(posts: readonly Going[], watch: Watch | undefined): Promise<Sql> {
  const described = posts.map(({ key, token, known, rows }) => ({
    vessel: key,
    token,
    revision: known.revision,
    newest: known.newest,
    watched: watch?.version(key) ?? null,
    bytes: JSON.stringify(rows).length * BYTES_EACH + rows.length * BYTES_BESIDES,
  }));
  const vessels = posts.flatMap(({ key, rows }) => rows.map(() => key));
  const rows = await batchJson(posts.flatMap((post) => post.rows));
  return sql`
    select vessel, watch from app.store_together(${JSON.stringify(described)}::jsonb, ${vessels}, ${rows}::json)`;
}

/** Commits, with one statement for all answers of a kind. */
async function answers(tx: Tx, posts: readonly Going[]): Promise<ReadonlyMap<Going, Result>> {
  const kinds = alike(posts);
  const statements = kinds.flatMap((kind) => {
    const [first] = kind;
    return first === undefined ? [] : [answering(first.answer, kind)];
  });
  const results = await tx.together(statements, "commit");
  return new Map(
    kinds.flatMap((kind, at) =>
      (results[at]?.rows ?? []).flatMap(([place, ...row]) => {
        const post = kind[Number(place)];
        return post === undefined ? [] : [[post, { columns: [], rows: [row], affected: 1 }] as const];
      }),
    ),
  );
}

/** POSTs by the statement of their answer. */
function alike(posts: readonly Going[]): readonly (readonly Going[])[] {
  const kinds = new Map<string, Going[]>();
  for (const post of posts) {
    const { text, values } = post.answer;
    const name = `${text}\0${JSON.stringify(values)}`;
    const kind = kinds.get(name);
    if (kind === undefined) kinds.set(name, [post]);
    else kind.push(post);
  }
  return [...kinds.values()];
}

function answering(answer: Sql, posts: readonly Going[]): Sql {
  const shown = posts.map((post) => post.shown);
  return sql`
    select post.place - 1, answer.* from unnest(${shown}::text[]) with ordinality post (shown, place)
    cross join lateral (${answer}) answer`;
}
