/** The rules of a vessel, from `app.watched`, in the form that the evaluator uses. */

import { isRecord, type JsonObject } from "@wakelog/kit/json/json.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { z } from "zod";
import { areaShape } from "./area.ts";
import type { FoundKeys } from "./found-keys.ts";
import { type Reading, readingOf } from "./monitored.ts";

const storedRule = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(["below", "above", "outside", "silent", "offline", "drag", "leave", "enter"]),
  key: z.string().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  hysteresis: z.number().nullable(),
  /** Milliseconds. */
  after: z.number().nullable(),
  area: z.unknown(),
  severity: z.string(),
  /** When the rule was made, milliseconds since 1970-01-01 UTC. */
  since: z.number(),
});

const storedWatch = z.object({
  rules: z.array(z.unknown()),
  /** The owner's keys: `metadata.configuration`, stored as JSON. */
  keys: z.custom<JsonObject>(isRecord).catch({}),
  dragWarning: z.boolean(),
  lacksBilge: z.boolean(),
  armed: z
    .object({ since: z.number(), lastFix: z.number().nullable(), usualWait: z.number().nullable() })
    .nullable(),
});
type Armed = NonNullable<z.infer<typeof storedWatch>["armed"]>;

/** Common to all rules. Built-in rules without a row have the number 0. */
interface Watching {
  readonly id: number;
  readonly name: string;
  readonly severity: string;
  readonly key: string | null;
  /** Earlier measurements count only if they are younger than {@link FRESH_MS}. */
  readonly since: number;
}

/** A value that crosses a threshold; a missing bound is infinite. */
export interface ValueRule extends Watching {
  readonly kind: "below" | "above" | "outside";
  readonly reading: Reading;
  readonly low: number;
  readonly high: number;
  readonly hysteresis: number;
  readonly after: number;
}

/** A pressure change within three hours. */
export interface PressureRule extends Omit<ValueRule, "reading"> {
  readonly reading: "pressure-change";
}

/** A position inside or outside an area. */
export interface PlaceRule extends Watching {
  readonly kind: "drag" | "leave" | "enter";
  readonly area: z.infer<typeof areaShape>;
  readonly hysteresis: number;
  readonly after: number;
  /** For `drag`: count only a slow boat, because a boat that is sailing away does not drag. */
  readonly slowOnly: boolean;
}

/** A value that stops arriving; without a reading, a position. */
export interface SilenceRule extends Watching {
  readonly kind: "silent";
  readonly reading: Reading | null;
  readonly after: number;
  /** When the value last arrived before the state began, milliseconds since 1970-01-01 UTC. */
  readonly heard: number;
}

/** Contact with the boat; judged by the clock alone. */
export interface ContactRule extends Watching {
  readonly kind: "offline";
}

export type Rule = ValueRule | PressureRule | PlaceRule | SilenceRule | ContactRule;

/** Everything watched on one vessel. */
export interface Watched {
  readonly rules: readonly Rule[];
  /** Whether to watch an anchored boat that has no anchor watch. */
  readonly dragWarning: boolean;
  /** Whether to watch the bilge as soon as the boat measures it. */
  readonly lacksBilge: boolean;
  /** When the anchor watch was set; null if it is not. */
  readonly armedSince: number | null;
  /** Null if no rule compares pressures. */
  readonly pressure: Reading | null;
}

/** A row that arrives later than this, or is further in the future, changes no alert. */
export const FRESH_MS = 15 * MINUTE;
/** The key for silent positions. */
const POSITION = "navigation.position";
/** Position silence allowed while the anchor watch is set; at least twice the boat's usual interval at rest. */
const LOST_POSITION_MS = 2 * MINUTE;
/** The key of the pressure compared with its highest of the last three hours. */
const PRESSURE_CHANGE = "pressure_change";

/**
 * Parses the result of `app.watched`. An unreadable rule is skipped, so that it does not block the others.
 * @param found keys found since; the owner's choices take precedence
 */
export function parseWatched(value: unknown, found: FoundKeys = {}): Watched {
  const { rules, dragWarning, lacksBilge, armed } = storedWatch.parse(value);
  const chosen = chosenKeys(value, found);
  const read = rules.flatMap((one) => {
    const found = storedRule.safeParse(one);
    return found.success ? ruleOf(found.data, chosen) : [];
  });
  return {
    rules: armed === null ? read : [...read, positionRule(armed)],
    dragWarning,
    lacksBilge,
    armedSince: armed?.since ?? null,
    pressure: read.some((rule) => rule.key === PRESSURE_CHANGE) ? readingOf("pressure", chosen) : null,
  };
}

/** The keys of measurements that have a setting: the owner's, else those found. @param value the result of `app.watched` */
export function chosenKeys(value: unknown, found: FoundKeys): JsonObject {
  return { ...found, ...storedWatch.pick({ keys: true }).parse(value).keys };
}

function ruleOf(stored: z.infer<typeof storedRule>, chosen: JsonObject): readonly Rule[] {
  const { id, name, severity, key, since, kind } = stored;
  const watching = { id, name, severity, key, since };
  const after = stored.after ?? 0;
  const hysteresis = stored.hysteresis ?? 0;
  switch (kind) {
    case "offline":
      return [{ ...watching, kind }];
    case "silent":
      return key === null
        ? []
        : [
            {
              ...watching,
              kind,
              after,
              heard: since,
              reading: key === POSITION ? null : readingOf(key, chosen),
            },
          ];
    case "below":
    case "above":
    case "outside": {
      const low = kind === "above" ? Number.NEGATIVE_INFINITY : stored.low;
      const high = kind === "below" ? Number.POSITIVE_INFINITY : stored.high;
      if (key === null || low === null || high === null) return [];
      const bounds = {
        ...watching,
        kind,
        low,
        high,
        after,
        hysteresis: Math.min(hysteresis, (high - low) / 2),
      };
      return key === PRESSURE_CHANGE
        ? [{ ...bounds, reading: "pressure-change" }]
        : [{ ...bounds, reading: readingOf(key, chosen) }];
    }
    default: {
      const area = areaShape.safeParse(stored.area);
      return area.success ? [{ ...watching, kind, area: area.data, after, hysteresis, slowOnly: false }] : [];
    }
  }
}

function positionRule(armed: Armed): SilenceRule {
  return {
    id: 0,
    name: "Anchor watch: no position",
    severity: "alarm",
    key: POSITION,
    since: armed.since,
    kind: "silent",
    reading: null,
    after: Math.max(LOST_POSITION_MS, 2 * (armed.usualWait ?? 0)),
    heard: armed.lastFix ?? armed.since,
  };
}
