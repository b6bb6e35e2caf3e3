/** Messages about alerts: raised, still on, not acknowledged, or over. */

import type { Row, Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/kit/json/json.ts";
import { z } from "zod";
import type { Event } from "../../database/jobs/queue.ts";
import { type Quantity, quantityOf } from "./messages/figures.ts";
import type { Speech } from "./messages/reading.ts";
import { type Notifier, notify, type PersonalMessage } from "./notify.ts";
import {
  type AlertFacts,
  CONDITIONS,
  type MessageKind,
  SEVERITIES,
  type Severity,
  type Stage,
} from "./words/facts.ts";

const alertRow = z.object({
  id: z.number(),
  rule_id: z.number().nullable(),
  name: z.string(),
  kind: z.enum(CONDITIONS),
  key: z.string().nullable(),
  severity: z.enum(SEVERITIES),
  state: z.enum(["raised", "cleared"]),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  raised_at: z.string(),
  cleared_at: z.string().nullable(),
  message: z.string(),
  channels: z.array(z.string()).nullable(),
  /** How long it lasted, or has lasted so far. */
  seconds: z.number(),
  is_quieted: z.boolean(),
});
type Alert = z.infer<typeof alertRow>;

/** Alerts that meet a condition, oldest first. */
function alertsWhere(condition: Sql): Sql {
  return sql`
    select id, rule_id, name, kind, key, severity, state, value, threshold, latitude, longitude, message, channels,
      app.instant_text(raised_at) as raised_at, app.instant_text(cleared_at) as cleared_at,
      greatest(extract(epoch from coalesce(cleared_at, now()) - raised_at), 0)::float8 as seconds,
      acknowledged_at is not null or coalesce(snoozed_until > now(), false) as is_quieted
    from app.alerts where ${condition} order by raised_at, id`;
}

/** Sends messages about one alert; the event's payload is its id. An alert acknowledged meanwhile is not sent again. */
export async function notifyOfAlert(notifier: Notifier, event: Event, tx: Tx, stage: Stage): Promise<void> {
  const [row] = await tx.query(alertsWhere(sql`vessel_id = ${event.refId} and id = ${event.payload}::int`));
  const alert = row === undefined ? null : alertIn(notifier, row);
  if (alert === null) return;
  const isAgain = stage === "repeated" || stage === "escalated";
  if (isAgain && (alert.is_quieted || alert.state === "cleared")) return;
  const severity: Severity = stage === "escalated" ? "emergency" : alert.severity;
  await notify(
    tx,
    notifier,
    event,
    { vessel: event.refId },
    {
      kind: "alert",
      reaches: ({ boatAlerts }) =>
        alert.kind !== "boat" || SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(boatAlerts),
      compose: (speech) => ({
        facts: { ...factsOf(alert, speech, stage !== "cleared"), stage, alertId: String(alert.id) },
        severity,
        only: stage === "escalated" ? null : alert.channels,
        type: stage === "cleared" ? "alert.cleared" : "alert.raised",
        at: Date.parse((stage === "cleared" ? alert.cleared_at : null) ?? alert.raised_at),
        data: { vessel_id: event.refId, ...dataOf(alert), severity, stage },
      }),
    },
  );
  if (stage === "raised") {
    await tx.run(sql`update app.alerts set told_at = coalesce(told_at, now()) where id = ${alert.id}::int`);
  }
}

/** Parses an alert row. An unreadable one is reported to the operator and skipped. */
function alertIn({ observe }: Notifier, row: Row): Alert | null {
  const found = alertRow.safeParse(row);
  if (found.success) return found.data;
  const members = found.error.issues.map(({ path }) => path.join(".")).join(", ");
  observe({ kind: "notice", what: "alerts", text: `alert ${row.id} cannot be read: ${members}` });
  return null;
}

/** Most alerts in a summary. */
const MOST_MISSED = 100;

/** Sends one message about past alerts found in a backlog; the event's facts are {"alerts": [ids]}. */
export async function notifyOfMissed(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  const rows = await tx.query(
    alertsWhere(sql`vessel_id = ${event.refId} and id in (
      select e.value::int from app.events o
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(o.facts -> 'alerts') when 'array' then o.facts -> 'alerts' end) e
      where o.id = ${event.id}::int)`),
  );
  const alerts = rows.slice(0, MOST_MISSED).flatMap((row) => alertIn(notifier, row) ?? []);
  if (alerts.length === 0) return;
  await notify(
    tx,
    notifier,
    event,
    { vessel: event.refId },
    {
      kind: "alert_summary",
      compose: (speech) => ({
        facts: { alerts: alerts.map((alert) => factsOf(alert, speech, false)) },
        type: "alert.missed",
        data: { vessel_id: event.refId, alerts: alerts.map(dataOf) },
      }),
    },
  );
  await tx.run(sql`
    update app.alerts set told_at = now()
    where vessel_id = ${event.refId} and id = any (${alerts.map(({ id }) => id)}::int[]) and told_at is null`);
}

const anchorUpRow = z.object({ ending: z.enum(["sailed_away", "switched_off", "set_again"]).nullable() });

/**
 * Announces that an anchor watch ended because the boat sailed away or a user ended it; the event's facts are
 * {"ending": why}. Silent if the watch was set again.
 */
export async function notifyOfAnchorUp(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  const [row] = await tx.query(
    sql`select facts ->> 'ending' as ending from app.events where id = ${event.id}::int`,
  );
  const { ending } = anchorUpRow.parse(row);
  if (ending === "switched_off") {
    await notifyCrew(notifier, event, tx, "anchor_watch_off", { facts: {}, type: "anchor.watch_off" });
  } else if (ending === "sailed_away") {
    await notifyCrew(notifier, event, tx, "anchor_hint", {
      facts: { isOver: true },
      type: "anchor.watch_over",
    });
  }
}

/** Suggests an anchor watch; the event's payload is the stay's id. */
export async function notifyOfAnchor(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  const content = { facts: { isOver: false }, type: "anchor.unwatched" };
  await notifyCrew(notifier, event, tx, "anchor_hint", content, { stay_id: Number(event.payload) });
}

/** Sends the crew of the event's vessel a message that is the same in all units. */
function notifyCrew<K extends MessageKind>(
  notifier: Notifier,
  event: Event,
  tx: Tx,
  kind: K,
  { facts, type }: Pick<PersonalMessage<K>, "facts" | "type">,
  data: JsonObject = {},
): Promise<void> {
  const compose = () => ({ facts, type, data: { vessel_id: event.refId, ...data } });
  return notify(tx, notifier, event, { vessel: event.refId }, { kind, compose });
}

/** An alert in a user's language and units. */
function factsOf(alert: Alert, { words, figures }: Speech, goesOn: boolean): AlertFacts {
  const quantity = quantityFor(alert);
  const written = (value: number | null): string | null =>
    value === null ? null : figures.value(quantity, value);
  const { latitude, longitude } = alert;
  return {
    rule: words.rule(alert.name),
    condition: alert.kind,
    said: alert.kind === "boat" ? alert.message.trimEnd().replace(/[.!]$/, "") : null,
    value: written(alert.value ?? (quantity === "duration" ? alert.seconds : null)),
    threshold: written(alert.threshold),
    since: figures.time(Date.parse(alert.raised_at)),
    until: goesOn || alert.cleared_at === null ? null : figures.time(Date.parse(alert.cleared_at)),
    place: latitude === null || longitude === null ? null : figures.position(latitude, longitude),
  };
}

function quantityFor({ kind, key }: Alert): Quantity {
  switch (kind) {
    case "below":
    case "above":
    case "outside":
      return quantityOf(key);
    case "silent":
    case "offline":
      return "duration";
    case "drag":
    case "leave":
    case "enter":
    case "boat":
      return "length";
  }
}

function dataOf(alert: Alert): JsonObject {
  const { id, rule_id, name, kind, key, severity, state, value, threshold, latitude, longitude } = alert;
  const { raised_at, cleared_at } = alert;
  return {
    ...{ id, rule_id, name, kind, key, severity, state, value, threshold, latitude, longitude },
    ...{ raised_at, cleared_at },
  };
}
