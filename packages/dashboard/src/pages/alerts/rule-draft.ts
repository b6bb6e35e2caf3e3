import { columnsOf, type RuleColumns } from "../../api/alerts/rule-columns.ts";
import type { Circle, Rule, RuleValues, Severity } from "../../api/alerts/rules.ts";
import { isSameJson } from "../../api/json.ts";
import { typedNumber } from "../../forms/fields.ts";
import type { Place } from "../../map/boat/sphere.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { shownOf, siOf, unitOf } from "../../measurements/measure.ts";
import type { ShownUnits } from "../../units/quantity.ts";

/** The choice that watches whether the boat is heard at all. */
export const CONTACT = "contact";

/** The choices that watch her position: which crossing of a circle causes an alert. */
export const AREAS = ["leave", "enter"] as const;

/** Whether a choice watches a circle on the chart. */
export function isArea(watch: string): watch is (typeof AREAS)[number] {
  return AREAS.some((one) => one === watch);
}

/** A rule before the edit began. */
export type RuleBefore = RuleValues & Pick<Rule, "id" | "area">;

/** A rule as it is typed: figures as people write them, in the units that they chose. */
export interface RuleDraft {
  /** The rule that is changed; null for a new one. */
  readonly of: RuleBefore | null;
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
  /** The units in which the figures were typed. */
  readonly units: string;
}

const NOTHING = {
  of: null,
  name: "",
  watch: "voltage",
  below: "",
  above: "",
  centre: null,
  radius: "0.5",
  minutes: "",
  severity: "warn",
} as const;

/** The form of a new rule. */
export function newRule(units: ShownUnits): RuleDraft {
  return { ...NOTHING, units: unitsOf(NOTHING.watch, units) };
}

/** The units in which the figures of a rule are typed. */
function unitsOf(watch: string, units: ShownUnits): string {
  return `${unitOf(wordsOfKey(watch).measure, units)} ${unitOf("distance", units)}`;
}

/** A draft whose figures were just typed. */
export function inUnitsOfNow(draft: RuleDraft, units: ShownUnits): RuleDraft {
  return { ...draft, units: unitsOf(draft.watch, units) };
}

/** A draft that can be shown in the units of now: figures of other units are as they were before they were typed. */
export function shownDraft(draft: RuleDraft, units: ShownUnits): RuleDraft {
  if (draft.units === unitsOf(draft.watch, units)) return draft;
  const { below, above, radius } = isSameWatch(draft, units) ? wasOf(draft, units) : NOTHING;
  return inUnitsOfNow({ ...draft, below, above, radius }, units);
}

/** The form as it was before anything was typed. */
function wasOf({ of }: RuleDraft, units: ShownUnits): RuleDraft {
  return of === null ? newRule(units) : draftOf(of, units);
}

function isSameWatch(draft: RuleDraft, units: ShownUnits): boolean {
  return draft.of !== null && draft.watch === wasOf(draft, units).watch;
}

/** The circle that was typed, around the boat where no other place was chosen; null if there is none yet. */
function circleOf(draft: RuleDraft, boat: Place | null, units: ShownUnits): Circle | null {
  const { of, watch, centre, radius } = draft;
  const was = wasOf(draft, units);
  const isSameRadius = isSameWatch(draft, units) && radius === was.radius;
  if (isSameRadius && isSameJson(centre, was.centre)) return of?.circle ?? null;
  const middle = centre ?? boat;
  const typed = typedNumber(radius) ?? null;
  if (!isArea(watch) || middle === null || typed === null || typed <= 0) return null;
  const { latitude, longitude } = middle;
  const metres = isSameRadius ? of?.circle?.radius : undefined;
  return { latitude, longitude, radius: metres ?? Math.round(siOf("distance", typed, units)) };
}

/**
 * What was typed, as a rule that can be sent; the sentence that describes it is its name if it has none. What was not
 * typed is exactly as it was: forms show fewer digits.
 * @param boat where she is now; null if that is not known
 */
export function ruleOf(
  draft: RuleDraft,
  boat: Place | null,
  units: ShownUnits,
  describe: (rule: Omit<RuleValues, "name" | "severity">) => string,
): RuleValues {
  const { of, watch } = draft;
  const was = wasOf(draft, units);
  const isSame = isSameWatch(draft, units);
  const isContact = watch === CONTACT;
  const isKey = !isContact && !isArea(watch);
  const { measure } = wordsOfKey(watch);
  const threshold = (field: "below" | "above", before: number | null | undefined) => {
    if (isSame && draft[field] === was[field]) return before ?? null;
    const typed = !isKey ? null : (typedNumber(draft[field]) ?? null);
    return typed === null ? null : siOf(measure, typed, units);
  };
  const [low, high] = [threshold("below", of?.low), threshold("above", of?.high)];
  const minutes = typedNumber(draft.minutes) ?? null;
  const kind = isArea(watch) ? watch : isContact ? "offline" : thresholdKind(low, high);
  const isSameKind = isSame && kind === (isKey ? thresholdKind(of?.low ?? null, of?.high ?? null) : of?.kind);
  const values = {
    kind: isSameKind && of !== null ? of.kind : kind,
    key: isSame && of !== null ? of.key : isKey ? watch : null,
    low,
    high,
    afterSeconds:
      of !== null && draft.minutes === was.minutes
        ? of.afterSeconds
        : minutes === null
          ? null
          : Math.round(minutes * 60),
    circle: circleOf(draft, boat, units),
  };
  const name = of !== null && draft.name === was.name ? of.name : draft.name.trim();
  return { ...values, name: name === "" ? describe(values) : name, severity: draft.severity };
}

/** The columns of a rule that were changed. */
export function changesOf(before: RuleBefore, values: RuleValues): RuleColumns {
  const was = Object.entries(columnsOf(before, before.area));
  const now = Object.entries(columnsOf(values, before.area));
  return Object.fromEntries(
    now.filter(([column, value]) => !isSameJson(value, was.find(([one]) => one === column)?.[1])),
  );
}

function thresholdKind(low: number | null, high: number | null): string {
  if (low === null) return high === null ? "silent" : "above";
  return high === null ? "below" : "outside";
}

/** A rule that exists, to be changed. */
export function draftOf(rule: RuleBefore, units: ShownUnits): RuleDraft {
  const { id, name, kind, key, low, high, afterSeconds, severity, circle, area } = rule;
  const watch = isArea(kind) ? kind : kind === "offline" ? CONTACT : (key ?? "");
  const { measure } = wordsOfKey(watch);
  const typed = (si: number | null) =>
    si === null ? "" : String(Number.parseFloat(shownOf(measure, si, units).toFixed(4)));
  return {
    of: { id, name, kind, key, low, high, afterSeconds, severity, circle, area },
    name,
    watch,
    below: typed(low),
    above: typed(high),
    centre: circle === null ? null : { latitude: circle.latitude, longitude: circle.longitude },
    radius:
      circle === null
        ? NOTHING.radius
        : String(Number.parseFloat(shownOf("distance", circle.radius, units).toFixed(3))),
    minutes: afterSeconds === null ? "" : String(afterSeconds / 60),
    severity,
    units: unitsOf(watch, units),
  };
}
