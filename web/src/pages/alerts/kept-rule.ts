/** A rule that is being typed, as it is kept on the device. Pure. */
import { SEVERITIES } from "../../api/alerts/rules.ts";
import { rowOf } from "../../api/row.ts";
import type { Place } from "../../map/boat/sphere.ts";
import { NEW_RULE, type RuleDraft } from "./rule-draft.ts";

/** The draft in a text that was kept; null if it is not one. */
export function draftIn(kept: string): RuleDraft | null {
  const row = rowOf<RuleDraft>(JSON.parse(kept));
  if (row === null) return null;
  const text = (name: "name" | "watch" | "below" | "above" | "radius" | "minutes") =>
    row.text(name) ?? NEW_RULE[name];
  const centre = row.row<Place>("centre");
  const [latitude, longitude] = [centre?.latitude("latitude"), centre?.longitude("longitude")];
  return {
    of: row.number("of"),
    name: text("name"),
    watch: text("watch"),
    below: text("below"),
    above: text("above"),
    centre: latitude == null || longitude == null ? null : { latitude, longitude },
    radius: text("radius"),
    minutes: text("minutes"),
    severity: SEVERITIES.find((one) => one === row.text("severity")) ?? NEW_RULE.severity,
  };
}

/** The text that a draft is kept as. */
export function keptText(draft: RuleDraft): string {
  return JSON.stringify(draft);
}
