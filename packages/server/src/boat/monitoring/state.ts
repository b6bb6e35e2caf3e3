/** Where the watch over a vessel stands, as it is kept between two requests. Times are milliseconds since 1970-01-01 UTC. */
import { z } from "zod";

const ruleState = z.object({
  /** Time of the row in which the condition began; null while it does not hold. */
  since: z.number().nullable().default(null),
  raised: z.boolean().default(false),
  /** Fixes outside in a row, each within reach of the one before. */
  outside: z.number().default(0),
  /** When the value came last. */
  heard: z.number().nullable().default(null),
});

const fix = z.object({ time: z.number(), latitude: z.number(), longitude: z.number() });

const disc = z.object({
  stay: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  radius: z.number(),
});

const watchState = z.object({
  /** Version of the rules for which `raised` was right. */
  version: z.number().default(0),
  /** Time of the newest row that was judged. */
  time: z.number().nullable().default(null),
  /** The newest position. */
  fix: fix.nullable().default(null),
  /** By {@link slotOf} the rule. */
  rules: z.record(z.string(), ruleState).default({}),
  /** Highest pressures of the last three hours: number of a span of ten minutes, and pascal. */
  pressures: z.array(z.tuple([z.number(), z.number()])).default([]),
  /** Where the boat lies at anchor, as it was learned before it perhaps left. */
  disc: disc.nullable().default(null),
  /** Rows that arrived late: their first and last time, and when the last of them arrived. */
  backlog: z.object({ from: z.number(), to: z.number(), arrived: z.number() }).nullable().default(null),
});

export type RuleState = z.infer<typeof ruleState>;
export type WatchState = Readonly<z.infer<typeof watchState>>;
export type Disc = Readonly<z.infer<typeof disc>>;
export type WatchedFix = Readonly<z.infer<typeof fix>>;

/** The watch that has seen nothing. */
export const NOTHING_SEEN: WatchState = watchState.parse({});
/** A rule that has seen nothing. */
export const QUIET: RuleState = ruleState.parse({});

/** Names a rule in the state: built-in rules without a row have no number of their own. */
export function slotOf(rule: { readonly id: number; readonly kind: string }): string {
  return rule.id === 0 ? rule.kind : String(rule.id);
}

/** Reads a stored state; one of another release that cannot be read counts as having seen nothing. */
export function parseState(value: unknown): WatchState {
  const found = watchState.safeParse(value);
  return found.success ? found.data : NOTHING_SEEN;
}

/** As it is stored, without what is as usual. */
export function storedState(state: WatchState): object {
  const rules = Object.fromEntries(
    Object.entries(state.rules).flatMap(([slot, { since, raised, outside, heard }]) => {
      const kept = {
        ...(since === null ? {} : { since }),
        ...(raised ? { raised } : {}),
        ...(outside === 0 ? {} : { outside }),
        ...(heard === null ? {} : { heard }),
      };
      return Object.keys(kept).length === 0 ? [] : [[slot, kept]];
    }),
  );
  return { ...state, rules };
}
