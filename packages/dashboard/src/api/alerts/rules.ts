import { translated } from "../../server-messages/translated.ts";
import type { JsonMembers } from "../json.ts";
import { rowsQuestion } from "../question.ts";
import { latitudeOf, longitudeOf } from "../row.ts";

/** How urgent an alert is. */
export const SEVERITIES = ["alert", "warn", "alarm", "emergency"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A severity by name; any other name is a warning, the default. */
export function severityOf(name: string | null): Severity {
  return SEVERITIES.find((one) => one === name) ?? "warn";
}

/** What to watch: values in SI units, times in seconds. */
export interface RuleValues {
  readonly name: string;
  /** below, above, outside, silent, offline, drag, leave or enter. */
  readonly kind: string;
  readonly key: string | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Null for the default. */
  readonly afterSeconds: number | null;
  /** The circle that the boat leaves or enters, or of an anchor watch. Null for a polygon and for other kinds. */
  readonly circle: Circle | null;
  readonly severity: Severity;
}

/** The stored name of a rule that has none: what it watches. Pages and messages show it in the reader's words. */
export function unnamed({ kind, key }: { readonly kind: string; readonly key: string | null }): string {
  return key ?? kind;
}

/** An alert rule. */
export interface Rule extends RuleValues {
  readonly id: number;
  readonly enabled: boolean;
  /** Created by the service, from the user's preferences or for the anchor watch. */
  readonly builtIn: boolean;
  /** The whole area that contains the circle; empty if there is none. */
  readonly area: JsonMembers;
  readonly created: Date | null;
}

/** A circle on the chart. */
export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly radius: number;
}

interface Area {
  readonly coordinates: readonly number[];
  readonly radius: number;
}

/** All rules, by name. */
export const rulesQuestion = rowsQuestion(
  "alert_rules",
  {
    columns: [
      "id",
      "name",
      "kind",
      "key",
      "low",
      "high",
      "after",
      "severity",
      "area",
      "enabled",
      "built_in",
      "created_at",
    ],
    order: "name.asc",
  },
  (rows, speech): readonly Rule[] =>
    rows.map((row) => {
      const area = row.row<Area>("area");
      const [x, y] = area?.list("coordinates") ?? [];
      const [longitude, latitude] = [longitudeOf(x), latitudeOf(y)];
      const radius = area?.number("radius") ?? null;
      const [name, kind] = [row.text("name") ?? "", row.text("kind") ?? ""];
      const builtIn = row.boolean("built_in") ?? false;
      return {
        id: row.id("id"),
        name: builtIn || kind === "drag" ? translated(name, speech) : name,
        kind,
        key: row.text("key"),
        low: row.number("low"),
        high: row.number("high"),
        afterSeconds: row.seconds("after"),
        severity: severityOf(row.text("severity")),
        enabled: row.boolean("enabled") ?? true,
        builtIn,
        area: row.members("area"),
        created: row.instant("created_at"),
        circle:
          longitude !== null && latitude !== null && radius !== null ? { latitude, longitude, radius } : null,
      };
    }),
);
