import type { Circle, Rule, RuleSaid, Severity } from "../../api/alerts/rules.ts";
import type { Place } from "../../map/boat/sphere.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { shownOf, siOf } from "../../measurements/measure.ts";

/** The choice that watches whether the boat is heard at all. */
export const CONTACT = "contact";

/** The choices that watch where she is: by which side of a circle she is told of. */
export const AREAS = ["leave", "enter"] as const;

/** Whether a choice watches a circle on the chart. */
export function isArea(watch: string): watch is (typeof AREAS)[number] {
  return AREAS.some((one) => one === watch);
}

/** A rule as it is typed: figures as people write them, in the units that they chose. */
export interface RuleDraft {
  /** The rule that is changed; null for a new one. */
  readonly of: number | null;
  readonly name: string;
  readonly watch: string;
  readonly below: string;
  readonly above: string;
  /** The middle of the circle; null as long as it is where the boat is. */
  readonly centre: Place | null;
  /** How far the circle reaches, in the unit of distances. */
  readonly radius: string;
  readonly minutes: string;
  readonly severity: Severity;
}

export const NEW_RULE: RuleDraft = {
  of: null,
  name: "",
  watch: "voltage",
  below: "",
  above: "",
  centre: null,
  radius: "0.5",
  minutes: "",
  severity: "warn",
};

/** A number as it was typed, with a point or a comma; null if nothing was typed, undefined if it is not a number. */
export function typedNumber(text: string): number | null | undefined {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}

/** The circle that was typed, around the boat where no other place was chosen; null if there is none yet. */
function circleOf({ watch, centre, radius }: RuleDraft, boat: Place | null): Circle | null {
  const middle = centre ?? boat;
  const typed = typedNumber(radius) ?? null;
  if (!isArea(watch) || middle === null || typed === null || typed <= 0) return null;
  const { latitude, longitude } = middle;
  return { latitude, longitude, radius: Math.round(siOf("distance", typed)) };
}

/**
 * What was typed, as a rule that can be sent; the sentence that describes it is its name if it has none.
 * @param boat where she is now; null if that is not known
 */
export function ruleOf(
  draft: RuleDraft,
  boat: Place | null,
  describe: (rule: Omit<RuleSaid, "name" | "severity">) => string,
): RuleSaid {
  const isContact = draft.watch === CONTACT;
  const isKey = !isContact && !isArea(draft.watch);
  const { measure } = wordsOfKey(draft.watch);
  const threshold = (text: string) => {
    const typed = !isKey ? null : (typedNumber(text) ?? null);
    return typed === null ? null : siOf(measure, typed);
  };
  const [low, high] = [threshold(draft.below), threshold(draft.above)];
  const minutes = typedNumber(draft.minutes) ?? null;
  const said = {
    kind: isArea(draft.watch) ? draft.watch : isContact ? "offline" : thresholdKind(low, high),
    key: isKey ? draft.watch : null,
    low,
    high,
    afterSeconds: minutes === null ? null : Math.round(minutes * 60),
    circle: circleOf(draft, boat),
  };
  return {
    ...said,
    name: draft.name.trim() === "" ? describe(said) : draft.name.trim(),
    severity: draft.severity,
  };
}

function thresholdKind(low: number | null, high: number | null): string {
  if (low === null) return high === null ? "silent" : "above";
  return high === null ? "below" : "outside";
}

/** A rule that exists, to be changed. */
export function draftOf(rule: Rule): RuleDraft {
  const watch = isArea(rule.kind) ? rule.kind : rule.kind === "offline" ? CONTACT : (rule.key ?? "");
  const { measure } = wordsOfKey(watch);
  const typed = (si: number | null) =>
    si === null ? "" : String(Number.parseFloat(shownOf(measure, si).toFixed(4)));
  return {
    of: rule.id,
    name: rule.name,
    watch,
    below: typed(rule.low),
    above: typed(rule.high),
    centre: rule.circle,
    radius:
      rule.circle === null
        ? NEW_RULE.radius
        : String(Number.parseFloat(shownOf("distance", rule.circle.radius).toFixed(3))),
    minutes: rule.afterSeconds === null ? "" : String(rule.afterSeconds / 60),
    severity: rule.severity,
  };
}
