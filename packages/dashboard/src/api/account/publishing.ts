/** What an owner can publish about a boat, by preference name. */
export const PUBLISHED = [
  "public_monitoring",
  "public_logs_list",
  "public_logs",
  "public_timelapse",
  "public_stats",
  "public_notes",
] as const;
export type Published = (typeof PUBLISHED)[number];
