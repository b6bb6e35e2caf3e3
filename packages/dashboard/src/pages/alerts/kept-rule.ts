/** A rule's draft as stored on the device. Pure. */

import { type Circle, severityOf } from "../../api/alerts/rules.ts";
import { type Row, rowOf } from "../../api/row.ts";
import { AS_SAID } from "../../languages/speech.ts";
import type { Place } from "../../map/boat/sphere.ts";
import { UNITS_OF } from "../../units/quantity.ts";
import { newRule, type RuleBefore, type RuleDraft } from "./rule-draft.ts";

/** A draft from stored text; null if invalid. */
export function draftIn(kept: string): RuleDraft | null {
  const row = rowOf<RuleDraft>(JSON.parse(kept));
  if (row === null) return null;
  const nothing = newRule({ ...UNITS_OF.nautical, ...AS_SAID });
  const text = (name: "name" | "watch" | "below" | "above" | "radius" | "minutes" | "units") =>
    row.text(name) ?? nothing[name];
  const centre = row.row<Place>("centre");
  const before = row.row<RuleBefore>("of");
  return {
    of: before === null ? null : beforeIn(before),
    name: text("name"),
    watch: text("watch"),
    silent: row.boolean("silent") ?? nothing.silent,
    below: text("below"),
    above: text("above"),
    centre: centre === null ? null : placeIn(centre),
    radius: text("radius"),
    minutes: text("minutes"),
    severity: severityOf(row.text("severity")),
    units: text("units"),
  };
}

function placeIn(row: Row<Place>): Place | null {
  const [latitude, longitude] = [row.latitude("latitude"), row.longitude("longitude")];
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function beforeIn(row: Row<RuleBefore>): RuleBefore | null {
  const [id, kind] = [row.number("id"), row.text("kind")];
  if (id === null || kind === null) return null;
  const circle = row.row<Circle>("circle");
  const middle = circle === null ? null : placeIn(circle);
  const radius = circle?.number("radius") ?? null;
  return {
    id,
    kind,
    name: row.text("name") ?? "",
    key: row.text("key"),
    low: row.number("low"),
    high: row.number("high"),
    afterSeconds: row.number("afterSeconds"),
    severity: severityOf(row.text("severity")),
    circle: middle === null || radius === null ? null : { ...middle, radius },
    area: row.members("area"),
  };
}

/** A draft as stored text. */
export function keptText(draft: RuleDraft): string {
  return JSON.stringify(draft);
}
