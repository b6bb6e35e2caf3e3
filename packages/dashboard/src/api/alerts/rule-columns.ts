import type { Resources } from "../generated/api-types.ts";
import type { JsonMembers } from "../json.ts";
import type { RuleValues } from "./rules.ts";

/** The writable columns of a rule. */
export type RuleColumns = Partial<
  Pick<
    Resources["alert_rules"],
    "name" | "kind" | "key" | "low" | "high" | "after" | "severity" | "area" | "enabled"
  >
>;

/** A rule as columns; only the circle of an existing area is replaced. */
export function columnsOf(values: RuleValues, area: JsonMembers = {}) {
  const { name, kind, key, low, high, afterSeconds, severity, circle } = values;
  return {
    name,
    kind,
    key,
    low,
    high,
    severity,
    area: circle === null ? null : withCircle(area, circle),
    after: afterSeconds === null ? null : `PT${afterSeconds}S`,
  } satisfies RuleColumns;
}

function withCircle(area: JsonMembers, { latitude, longitude, radius }: NonNullable<RuleValues["circle"]>) {
  const [x, y] = Array.isArray(area.coordinates) ? area.coordinates : [];
  const isThere = area.type === "Point" && x === longitude && y === latitude;
  return { ...area, type: "Point", radius, ...(isThere ? {} : { coordinates: [longitude, latitude] }) };
}
