/** A boat that programs follow, and the topics by which they do. */
import type { Present } from "../present.ts";

/** Whether this service is there at all; the broker says "offline" when it goes away. */
export const SERVICE_TOPIC = "wakelog/availability";

/** A rule of a boat and what became of it last. */
export interface WatchedRule {
  readonly id: number;
  readonly name: string;
  /** Of its newest alert; all null if it never had one. Values in SI units, times in ISO 8601. */
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

/** The topics of a boat; none of them is below another's. */
export const topicsOf = (vesselId: string) => ({
  state: `wakelog/${vesselId}/state`,
  availability: `wakelog/${vesselId}/availability`,
  alert: (rule: number) => `wakelog/${vesselId}/alert/${rule}`,
  discovery: `homeassistant/device/wakelog_${vesselId}/config`,
});
