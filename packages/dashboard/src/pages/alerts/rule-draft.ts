import { columnsOf, type RuleColumns } from "../../api/alerts/rule-columns.ts";
import { type Circle, type Rule, type RuleValues, type Severity, unnamed } from "../../api/alerts/rules.ts";
import { isSameJson } from "../../api/json.ts";
import { typedNumber } from "../../forms/fields.ts";
import type { Place } from "../../map/boat/sphere.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { shownOf, siOf, unitOf } from "../../measurements/measure.ts";
import type { ShownUnits } from "../../units/quantity.ts";

/** Watches the boat's contact. */
export const CONTACT = "contact";

/** Watch the position: the crossing of a circle that raises an alert. */
export const AREAS = ["leave", "enter"] as const;

/** Whether a choice watches a circle on the chart. */
export function isArea(watch: string): watch is (typeof AREAS)[number] {
  return AREAS.some((one) => one === watch);
}

/** The rule before the edit. */
export type RuleBefore = RuleValues & Pick<Rule, "id" | "area">;

/** A rule as typed, in the user's units. */
export interface RuleDraft {
  /** The edited rule; null for a new one. */
  readonly of: RuleBefore | null;
  readonly name: string;
  readonly watch: string;
  /** Whether a measurement is watched for coming no more, rather than for its value. */
  readonly silent: boolean;
  readonly below: string;
  readonly above: string;
  /** The circle's centre; null for the boat's position. */
  readonly centre: Place | null;
  /** The circle's radius, in the unit of distance. */
  readonly radius: string;
  readonly minutes: string;
  readonly severity: Severity;
  /** The units of the typed numbers. */
  readonly units: string;
}

const NOTHING = {
  of: null,
  name: "",
  watch: "voltage",
  silent: false,
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

/** The units of a rule's numbers. */
function unitsOf(watch: string, units: ShownUnits): string {
  return `${unitOf(wordsOfKey(watch).measure, units)} ${unitOf("distance", units)}`;
}

/** Marks the numbers as typed in the current units. */
export function inUnitsOfNow(draft: RuleDraft, units: ShownUnits): RuleDraft {
  return { ...draft, units: unitsOf(draft.watch, units) };
}

/** The draft in the current units: numbers typed in other units are reset. */
export function shownDraft(draft: RuleDraft, units: ShownUnits): RuleDraft {
  if (draft.units === unitsOf(draft.watch, units)) return draft;
  const { below, above, radius } = isSameWatch(draft, units) ? wasOf(draft, units) : NOTHING;
  return inUnitsOfNow({ ...draft, below, above, radius }, units);
}

/** The form before anything was typed. */
function wasOf({ of }: RuleDraft, units: ShownUnits): RuleDraft {
  return of === null ? newRule(units) : draftOf(of, units);
}

function isSameWatch(draft: RuleDraft, units: ShownUnits): boolean {
  return draft.of !== null && draft.watch === wasOf(draft, units).watch;
}

/** The typed circle, around the boat unless another centre is chosen; null if incomplete. */
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
 * The typed rule, ready to send. Untyped values are kept exactly, as forms show fewer digits.
 * @param boat current position; null if unknown
 */
export function ruleOf(draft: RuleDraft, boat: Place | null, units: ShownUnits): RuleValues {
  const { of, watch, silent } = draft;
  const was = wasOf(draft, units);
  const isSame = isSameWatch(draft, units) && silent === was.silent;
  const isContact = watch === CONTACT;
  const isKey = !isContact && !isArea(watch);
  const { measure } = wordsOfKey(watch);
  const threshold = (field: "below" | "above", before: number | null | undefined) => {
    if (isSame && draft[field] === was[field]) return before ?? null;
    const typed = isKey && !silent ? (typedNumber(draft[field]) ?? null) : null;
    return typed === null ? null : siOf(measure, typed, units);
  };
  const [low, high] = [threshold("below", of?.low), threshold("above", of?.high)];
  const minutes = typedNumber(draft.minutes) ?? null;
  const kind = isArea(watch) ? watch : isContact ? "offline" : silent ? "silent" : thresholdKind(low, high);
  const isSameKind =
    isSame && kind === (isKey && !silent ? thresholdKind(of?.low ?? null, of?.high ?? null) : of?.kind);
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
  const isSameName = of !== null && draft.name === was.name && of.name !== unnamed(of);
  const name = isSameName ? of.name : draft.name.trim() || unnamed(values);
  return { ...values, name, severity: draft.severity };
}

/** The changed columns of a rule. */
export function changesOf(before: RuleBefore, values: RuleValues): RuleColumns {
  const was = Object.entries(columnsOf(before, before.area));
  const now = Object.entries(columnsOf(values, before.area));
  return Object.fromEntries(
    now.filter(([column, value]) => !isSameJson(value, was.find(([one]) => one === column)?.[1])),
  );
}

function thresholdKind(low: number | null, high: number | null): string {
  if (low === null) return "above";
  return high === null ? "below" : "outside";
}

/** The draft of an existing rule. */
export function draftOf(rule: RuleBefore, units: ShownUnits): RuleDraft {
  const { id, name, kind, key, low, high, afterSeconds, severity, circle, area } = rule;
  const watch = isArea(kind) ? kind : kind === "offline" ? CONTACT : (key ?? "");
  const { measure } = wordsOfKey(watch);
  const typed = (si: number | null) =>
    si === null ? "" : String(Number.parseFloat(shownOf(measure, si, units).toFixed(4)));
  return {
    of: { id, name, kind, key, low, high, afterSeconds, severity, circle, area },
    name: name === unnamed(rule) ? "" : name,
    watch,
    silent: kind === "silent",
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
