/** The watch state of a vessel, stored between requests. Times are milliseconds since 1970-01-01 UTC. */
import { z } from "zod";

const ruleState = z.object({
  /** Time of the row in which the condition began; null while it does not hold. */
  since: z.number().nullable().default(null),
  raised: z.boolean().default(false),
  /** Consecutive fixes outside, each within reach of the one before. */
  outside: z.number().default(0),
  /** When the value last arrived. */
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
  /** Version of the rules that `raised` belongs to. */
  version: z.number().default(0),
  /** Time of the newest judged row. */
  time: z.number().nullable().default(null),
  /** The newest position. */
  fix: fix.nullable().default(null),
  /** By {@link slotOf}. */
  rules: z.record(z.string(), ruleState).default({}),
  /** Highest pressures of the last three hours: index of the ten-minute span, and pascal. */
  pressures: z.array(z.tuple([z.number(), z.number()])).default([]),
  /** Where the boat lies at anchor, learned before it may have left. */
  disc: disc.nullable().default(null),
  /** Late rows: first and last time, and when the last one arrived. */
  backlog: z.object({ from: z.number(), to: z.number(), arrived: z.number() }).nullable().default(null),
});

export type RuleState = z.infer<typeof ruleState>;
export type WatchState = Readonly<z.infer<typeof watchState>>;
export type Disc = Readonly<z.infer<typeof disc>>;
export type WatchedFix = Readonly<z.infer<typeof fix>>;

/** Initial state. */
export const NOTHING_SEEN: WatchState = watchState.parse({});
/** Initial state of a rule. */
export const QUIET: RuleState = ruleState.parse({});

/** Key of a rule in the state: built-in rules without a row have no number. */
export function slotOf(rule: { readonly id: number; readonly kind: string }): string {
  return rule.id === 0 ? rule.kind : String(rule.id);
}

/** Parses a stored state; an unreadable one, from another release, counts as initial. */
export function parseState(value: unknown): WatchState {
  const found = watchState.safeParse(value);
  return found.success ? found.data : NOTHING_SEEN;
}

/** The stored form, without defaults. */
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
