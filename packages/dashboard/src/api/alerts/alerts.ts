import type { Speech } from "../../languages/speech.ts";
import { translated } from "../../server-messages/translated.ts";
import type { Resources } from "../generated/api-types.ts";
import { rowsQuestion } from "../question.ts";
import type { Row } from "../row.ts";
import { type Severity, severityOf } from "./rules.ts";

/** An alert raised by a rule. */
export interface Alert {
  readonly id: number;
  /** The rule that raised it; null once that rule is deleted. */
  readonly ruleId: number | null;
  readonly name: string;
  readonly kind: string;
  readonly key: string | null;
  /** The value that raised it, in SI units; a distance in metres. Null if there is none. */
  readonly value: number | null;
  /** The threshold that it passed, in the same unit. */
  readonly threshold: number | null;
  /** What happened, as the service's sentence. */
  readonly message: string;
  readonly severity: Severity;
  readonly raised: boolean;
  readonly raisedAt: Date | null;
  readonly clearedAt: Date | null;
  readonly acknowledgedAt: Date | null;
  /** First name of the user who acknowledged it. */
  readonly acknowledgedBy: string | null;
  readonly snoozedUntil: Date | null;
}

const COLUMNS = [
  "id",
  "rule_id",
  "name",
  "kind",
  "key",
  "value",
  "threshold",
  "message",
  "severity",
  "state",
  "raised_at",
  "cleared_at",
  "acknowledged_at",
  "acknowledged_by",
  "snoozed_until",
] as const satisfies readonly (keyof Resources["alerts_view"])[];

function alertOf(row: Row<Pick<Resources["alerts_view"], (typeof COLUMNS)[number]>>, speech: Speech): Alert {
  return {
    id: row.id("id"),
    ruleId: row.number("rule_id"),
    name: translated(row.text("name") ?? "Alert", speech),
    kind: row.text("kind") ?? "",
    key: row.text("key"),
    value: row.number("value"),
    threshold: row.number("threshold"),
    message: translated(row.text("message") ?? "", speech),
    severity: severityOf(row.text("severity")),
    raised: row.text("state") === "raised",
    raisedAt: row.instant("raised_at"),
    clearedAt: row.instant("cleared_at"),
    acknowledgedAt: row.instant("acknowledged_at"),
    acknowledgedBy: row.text("acknowledged_by"),
    snoozedUntil: row.instant("snoozed_until"),
  };
}

/** The active alerts, newest first. */
export const raisedAlertsQuestion = rowsQuestion(
  "alerts_view",
  { columns: COLUMNS, where: { state: "eq.raised" }, order: "raised_at.desc", limit: 100 },
  (rows, speech): readonly Alert[] => rows.map((row) => alertOf(row, speech)),
);

/** The most recent ended alerts, newest first. */
export const pastAlertsQuestion = rowsQuestion(
  "alerts_view",
  { columns: COLUMNS, where: { state: "eq.cleared" }, order: "raised_at.desc", limit: 50 },
  (rows, speech): readonly Alert[] => rows.map((row) => alertOf(row, speech)),
);
