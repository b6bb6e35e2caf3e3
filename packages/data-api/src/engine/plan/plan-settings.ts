/** Settings for planning. */
import type { Release } from "../release/facts.ts";
import type { CountEstimates } from "./bounds/counting.ts";

export interface PlanSettings {
  /** The protocol's release. */
  readonly release: Release;
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  /** Schemas whose relations stand in for those of the first exposed one. */
  readonly standIns: readonly string[];
  /** Most rows of any level of a read or call; null: no limit. */
  readonly maxRows: number | null;
  /** Most rows of one answer, embedded ones included; null: no limit. */
  readonly answerRows: number | null;
  /** Most bytes of one answer; null: as many as can be sent. */
  readonly answerBytes: number | null;
  /** Most embeds of one request, on all levels; null: no limit. */
  readonly embeds: number | null;
  /** How often a relation may occur on a path of embeds; null: no limit. */
  readonly embedRepeats: number | null;
  /** Which rows estimated counts are based on. */
  readonly countEstimates: CountEstimates;
  /** Whether `sum()`, `count()` … may be used. */
  readonly aggregates: boolean;
  /** Whether execution plans may be requested. */
  readonly plan: boolean;
  /** Further media types that return the bare value of one column, whatever its type. */
  readonly rawMediaTypes: readonly string[];
  /** Tables of the first schema whose inserts have a handler; before it runs, their rows may have any keys. */
  readonly handledInserts: ReadonlySet<string>;
}
