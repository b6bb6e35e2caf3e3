/** MQTT topics and payloads about a boat, all retained. */
import type { JsonObject } from "@wakelog/kit/json/json.ts";
import type { Present } from "../present.ts";
import { type FollowedVessel, topicsOf, type WatchedRule } from "./followed-vessel.ts";
import { discoveryOf } from "./home-assistant.ts";

/** A retained message; an empty payload removes the topic. */
export interface Retained {
  readonly topic: string;
  readonly payload: string;
}

/**
 * All messages about a boat.
 * @param gone rules that were published before and deleted since
 */
export function messagesOf(vessel: FollowedVessel, gone: readonly number[]): readonly Retained[] {
  const { vesselId, present, rules } = vessel;
  const topics = topicsOf(vesselId);
  return [
    { topic: topics.discovery, payload: JSON.stringify(discoveryOf(vessel, gone)) },
    { topic: topics.availability, payload: present.is_online ? "online" : "offline" },
    { topic: topics.state, payload: JSON.stringify(stateOf(present)) },
    ...rules.map((rule) => ({ topic: topics.alert(rule.id), payload: JSON.stringify(alertOf(rule)) })),
    ...gone.map((rule) => ({ topic: topics.alert(rule), payload: "" })),
  ];
}

/**
 * Removes all topics of a boat; Home Assistant forgets it.
 * @param rules the published rules
 */
export function farewellOf(vesselId: string, rules: readonly number[]): readonly Retained[] {
  const { discovery, availability, state, alert } = topicsOf(vesselId);
  return [discovery, availability, state, ...rules.map(alert)].map((topic) => ({ topic, payload: "" }));
}

/** A boat's state: figures in SI units by monitored name, position, open log. */
function stateOf(present: Present): JsonObject {
  const { boat, measured, contact, is_online, status, latitude, longitude, placed, moorage } = present;
  const log = present.log_active
    ? { id: present.log_id, name: present.log_name, from: present.log_from }
    : null;
  return {
    ...present.measures,
    ...{ name: boat, time: measured, contact, online: is_online, status },
    ...{ latitude, longitude, position_time: placed, moorage, log },
  };
}

function alertOf({ name, state, ...alert }: WatchedRule): JsonObject {
  return { name, state: state ?? "cleared", ...alert };
}
