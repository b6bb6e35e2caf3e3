/** The shore's alerts as notifications aboard. */
import { isRecord } from "../buffer/row.ts";
import type { ShoreAlert, ShoreAlerts } from "../link/protocol.ts";
import type { ServerApp } from "../server-api.ts";

const PREFIX = "notifications.wakelog.";
const STATES = new Set(["alert", "warn", "alarm", "emergency"]);

/** Publishes the shore's alerts. */
export class AlertsAboard {
  readonly #app: ServerApp;
  readonly #id: string;
  /** The alerts that stand aboard. */
  readonly #standing = new Map<number, ShoreAlert>();
  /** Ids of Notifications v2. */
  readonly #raised = new Map<number, string>();

  constructor(app: ServerApp, id: string) {
    this.#app = app;
    this.#id = id;
  }

  /** Publishes what changed. @param alerts the whole set */
  show(alerts: ShoreAlerts): void {
    const now = new Map(alerts.raised.map((alert) => [alert.id, alert]));
    for (const alert of this.#standing.values()) if (!now.has(alert.id)) this.#clear(alert);
    for (const alert of now.values()) {
      const before = this.#standing.get(alert.id);
      if (JSON.stringify(before) !== JSON.stringify(alert)) this.#raise(alert, before);
    }
  }

  /** The alert of a notification that was acknowledged aboard; null if it is none of ours or was known ashore. */
  acknowledgedBy(path: string, value: unknown): number | null {
    if (!path.startsWith(PREFIX) || !isRecord(value)) return null;
    const alert = this.#standing.get(Number(path.slice(PREFIX.length)));
    if (alert === undefined || alert.acknowledged || !isAcknowledged(value)) return null;
    this.#standing.set(alert.id, { ...alert, acknowledged: true });
    return alert.id;
  }

  /** Clears them all, as the plugin stops. */
  clear(): void {
    for (const alert of this.#standing.values()) this.#clear(alert);
  }

  #raise(alert: ShoreAlert, before: ShoreAlert | undefined): void {
    this.#standing.set(alert.id, alert);
    const { notifications } = this.#app;
    const state = STATES.has(alert.severity) ? alert.severity : "warn";
    const message = alert.message || alert.name;
    const known = this.#raised.get(alert.id);
    if (notifications === undefined) {
      this.#publish(alert, state, message);
      return;
    }
    try {
      const path = `wakelog.${alert.id}`;
      const id = known ?? notifications.raise({ state, message, path });
      this.#raised.set(alert.id, id);
      if (known !== undefined) notifications.update(id, { state, message });
      if (alert.acknowledged && before?.acknowledged !== true) notifications.acknowledge(id);
    } catch {
      // Its notifications are switched off, or it forgot them.
      this.#raised.delete(alert.id);
      this.#publish(alert, state, message);
    }
  }

  #clear(alert: ShoreAlert): void {
    this.#standing.delete(alert.id);
    const id = this.#raised.get(alert.id);
    this.#raised.delete(alert.id);
    try {
      if (id === undefined) this.#publish(alert, "normal", alert.message);
      else this.#app.notifications?.clear(id);
    } catch {
      this.#publish(alert, "normal", alert.message);
    }
  }

  #publish(alert: ShoreAlert, state: string, message: string): void {
    const method = state === "normal" ? [] : alert.acknowledged ? ["visual"] : ["visual", "sound"];
    const value = { state, method, message };
    this.#app.handleMessage(this.#id, { updates: [{ values: [{ path: `${PREFIX}${alert.id}`, value }] }] });
  }
}

/** Whether a notification was acknowledged: its status says so, or its sound was taken away. */
function isAcknowledged(value: Record<string, unknown>): boolean {
  if (isRecord(value.status)) return value.status.acknowledged === true;
  return value.acknowledged === true || (Array.isArray(value.method) && value.method.length === 0);
}
