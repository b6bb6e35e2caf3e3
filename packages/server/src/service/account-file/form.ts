/** The format of an exported account: a zip file of NDJSON, GPX and a README. */
import { z } from "zod";
import { text, time } from "./columns.ts";

export const README_FILE = "README.txt";
export const ACCOUNT_FILE = "account.json";

/** Pending events that change a logbook; unfinished logs and stays are marked in a table. */
export const DERIVING = ["rederive", "refold", "fold_late", "close_log"] as const;

/** Most notes about a vessel or account. */
const MOST_NOTES = 1000;
const place = z.int().min(0);

export const AccountManifest = z.object({
  format: z.literal("wakelog account 1"),
  /** The release that wrote the file. */
  wakelog: z.string(),
  exported: z.iso.datetime(),
  account: z.object({
    email: z.string(),
    first: z.string(),
    last: z.string(),
    preferences: z.record(z.string(), z.json()),
    /** The name in public page addresses; null if there is none. */
    publicName: z.string().nullable(),
  }),
  vessels: z.array(
    z.object({
      folder: z.string(),
      name: z.string(),
      mmsi: z
        .string()
        .regex(/^\d{1,9}$/)
        .nullable(),
    }),
  ),
  /** Pending events, such as deriving logs again. */
  waiting: z.array(z.object({ channel: z.enum(DERIVING), payload: text, vessel: place })),
  /** Notes in the event log. */
  notes: z.array(z.object({ payload: text, stored: time, vessel: place.nullable() })).refine((notes) => {
    const counts = new Map<number | null, number>();
    for (const { vessel } of notes) counts.set(vessel, (counts.get(vessel) ?? 0) + 1);
    return Math.max(0, ...counts.values()) <= MOST_NOTES;
  }),
});
export type AccountManifest = z.infer<typeof AccountManifest>;

/** Preferences that link to other programs and browsers; the user sets these up again. */
export const NOT_EXPORTED: readonly string[] = ["messenger", "webpush_subscriptions", "public_vessel"];

/** File extension of tables. */
export const TABLE_FILE = ".ndjson";

export function fileOf(folder: string, table: string): string {
  return `${folder}/${table}${TABLE_FILE}`;
}

export const README = `This is everything that Wakelog stored for one account.

account.json            the account (without its password) and its boats
boat-1/                 the first boat; boat-2/ the second, and so on
  gpx/log-7.gpx         the track of each finished log, for chart programs; tracks of more
                        than 500 000 points are only in the tables below
  metrics.ndjson        measurements
  logbook.ndjson        logs, with their tracks as GeoJSON
  stays.ndjson          stays
  moorages.ndjson       moorages
  alert_rules.ndjson    alert rules
  log_entries.ndjson    entries in the logbook
  log_photos.ndjson     details of each photo
  log_pictures.ndjson   the photos themselves, in hexadecimal digits
  boat_rows.ndjson      which numbered rows of the plugin on board arrived; her key is not here: pair
                        the boat again after an import, and she sends only what is missing
  other files           corrections and computed values

Each line of an .ndjson file is one row as a JSON object; a program or a spreadsheet can read them one by one. Times are
UTC or carry their offset. Speeds over ground and of the wind in logbook.ndjson are in knots, distances in nautical miles;
the values in "metrics" are in SI units, under the names that the boat sent.

Import this file into another installation with: wakelog import FILE
`;
