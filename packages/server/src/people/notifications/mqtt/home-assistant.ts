/**
 * Lets Home Assistant discover a boat: MQTT device discovery
 * (https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload).
 */
import type { JsonObject } from "@wakelog/kit/json/json.ts";
import { type FollowedVessel, SERVICE_TOPIC, topicsOf } from "./followed-vessel.ts";

/** How Home Assistant shows a monitored value: `kind` is its device class; ratios appear as percentages. */
interface Sensor {
  readonly name: string;
  readonly unit: string;
  readonly kind?: string;
  readonly isRatio?: boolean;
}

const SENSORS: Readonly<Record<string, Sensor>> = {
  voltage: { name: "Battery voltage", unit: "V", kind: "voltage" },
  charge: { name: "Battery charge", unit: "%", kind: "battery", isRatio: true },
  depth: { name: "Depth", unit: "m", kind: "distance" },
  wind: { name: "Wind", unit: "m/s", kind: "wind_speed" },
  speed: { name: "Speed", unit: "m/s", kind: "speed" },
  pressure: { name: "Air pressure", unit: "Pa", kind: "atmospheric_pressure" },
  inside_temperature: { name: "Temperature inside", unit: "K", kind: "temperature" },
  outside_temperature: { name: "Temperature outside", unit: "K", kind: "temperature" },
  water_temperature: { name: "Water temperature", unit: "K", kind: "temperature" },
  inside_humidity: { name: "Humidity inside", unit: "%", kind: "humidity", isRatio: true },
  outside_humidity: { name: "Humidity outside", unit: "%", kind: "humidity", isRatio: true },
  fuel: { name: "Fuel", unit: "%", isRatio: true },
  fresh_water: { name: "Fresh water", unit: "%", isRatio: true },
  waste_water: { name: "Waste water", unit: "%", isRatio: true },
};

/** @param gone ids of the rules whose sensors to remove */
export function discoveryOf(
  { vesselId, present, rules }: FollowedVessel,
  gone: readonly number[],
): JsonObject {
  const topics = topicsOf(vesselId);
  const id = (part: string | number): string => `wakelog_${vesselId}_${part}`;
  const service = { topic: SERVICE_TOPIC };
  // Alerts and the last position stay available while the boat is offline: an alert may be about just that.
  const known = { availability: [service] };
  const measured = { availability: [service, { topic: topics.availability }], availability_mode: "all" };
  const sensors = Object.entries(SENSORS)
    .filter(([name]) => present.measures[name] !== undefined)
    .map(([name, { name: label, unit, kind, isRatio }]): [string, JsonObject] => [
      name,
      {
        platform: "sensor",
        unique_id: id(name),
        name: label,
        state_topic: topics.state,
        value_template: isRatio
          ? `{{ (value_json.${name} * 100) | round(0) if value_json.${name} is defined else None }}`
          : `{{ value_json.${name} if value_json.${name} is defined else None }}`,
        unit_of_measurement: unit,
        state_class: "measurement",
        ...(kind === undefined ? {} : { device_class: kind }),
        ...measured,
      },
    ]);
  const alerts = rules.map((rule): [string, JsonObject] => [
    `alert_${rule.id}`,
    {
      platform: "binary_sensor",
      unique_id: id(`alert_${rule.id}`),
      name: SENSORS[rule.name]?.name ?? rule.name,
      device_class: "problem",
      state_topic: topics.alert(rule.id),
      value_template: "{{ 'ON' if value_json.state == 'raised' else 'OFF' }}",
      json_attributes_topic: topics.alert(rule.id),
      ...known,
    },
  ]);
  const position: JsonObject = {
    platform: "device_tracker",
    unique_id: id("position"),
    name: "Position",
    source_type: "gps",
    json_attributes_topic: topics.state,
    ...known,
  };
  // A component with only a platform is removed by Home Assistant.
  const removed = gone.map((rule) => [`alert_${rule}`, { platform: "binary_sensor" }]);
  return {
    device: { identifiers: [`wakelog_${vesselId}`], name: present.boat, manufacturer: "Wakelog" },
    origin: { name: "Wakelog" },
    components: { position, ...Object.fromEntries([...sensors, ...alerts, ...removed]) },
    qos: 0,
  };
}
