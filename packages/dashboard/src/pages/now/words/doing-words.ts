/**
 * Sentences on what a boat does: at a known place, beside one (`4 NM S of Kiel`) or somewhere, since a time, a weekday,
 * a date or unknown.
 */
import { msg } from "@lingui/core/macro";

/** Under way, by means of propulsion. */
export const MOVING = {
  sail: {
    at: msg({
      id: "Under sail from {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    somewhere: msg({
      id: "Under sail{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
  },
  engine: {
    at: msg({
      id: "Under engine from {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    somewhere: msg({
      id: "Under engine{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
  },
  unknown: {
    at: msg({
      id: "Under way from {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    somewhere: msg({
      id: "Under way{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
  },
} as const;

/** Stopped, by kind of stay: unknown, at anchor, on a mooring buoy, at a dock. */
export const LYING = {
  1: {
    beside: msg({
      id: "Stopped {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    at: msg({
      id: "Stopped at {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    somewhere: msg({
      id: "Stopped{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
  },
  2: {
    beside: msg({
      id: "Anchored {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    at: msg({
      id: "Anchored at {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    somewhere: msg({
      id: "Anchored{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
  },
  3: {
    beside: msg({
      id: "On a mooring buoy {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    at: msg({
      id: "On a mooring buoy at {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    somewhere: msg({
      id: "On a mooring buoy{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
  },
  4: {
    beside: msg({
      id: "Moored {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    at: msg({
      id: "Moored at {place}{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
    somewhere: msg({
      id: "Moored{when, select, time { since {since}} day { since {since}} date { since {since}} other {}}.",
    }),
  },
} as const;
