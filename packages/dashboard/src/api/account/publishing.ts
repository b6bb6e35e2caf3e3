/** What an owner may publish of a boat, by the names of the preferences. */
export const PUBLISHED = [
  "public_monitoring",
  "public_logs_list",
  "public_logs",
  "public_timelapse",
  "public_stats",
  "public_notes",
] as const;
export type Published = (typeof PUBLISHED)[number];
