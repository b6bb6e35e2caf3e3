/** A boat that programs follow, and its topics. */
import type { Present } from "../present.ts";

/** Availability of this service; the broker publishes "offline" when the connection drops. */
export const SERVICE_TOPIC = "wakelog/availability";

/** A rule of a boat and its newest alert. */
export interface WatchedRule {
  readonly id: number;
  readonly name: string;
  /** All null if there never was an alert. Values in SI units, times in ISO 8601. */
  readonly state: "raised" | "cleared" | null;
  readonly severity: string | null;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly raised_at: string | null;
  readonly cleared_at: string | null;
  readonly acknowledged_at: string | null;
}

/** A boat as it is published. */
export interface FollowedVessel {
  readonly vesselId: string;
  readonly present: Present;
  readonly rules: readonly WatchedRule[];
}

/** The topics of a boat; none is below another boat's. */
export const topicsOf = (vesselId: string) => ({
  state: `wakelog/${vesselId}/state`,
  availability: `wakelog/${vesselId}/availability`,
  alert: (rule: number) => `wakelog/${vesselId}/alert/${rule}`,
  discovery: `homeassistant/device/wakelog_${vesselId}/config`,
});
