/** The procedures of the second generation: what they are called with, and what they answer at each address. */
import { z } from "zod";
import { ABOUT, MORE } from "./about.ts";
import { ONE_LOG, SEVERAL } from "./exports.ts";
import { type Ids, type Procedure, UNKNOWN } from "./procedure.ts";
import { text } from "./types.ts";

/** Those that change nothing here (3.4). */
const EDITS: readonly Procedure[] = [
  {
    name: "split_logbook_fn",
    args: ({ log }: Ids) => ({ id_start: log, split_time: "2000-01-01T00:00:00Z" }),
  },
  { name: "split_logbook_fn", args: () => ({ id_start: UNKNOWN, split_time: "2000-01-01T00:00:00Z" }) },
  { name: "merge_logbook_fn", args: () => ({ id_start: UNKNOWN, id_end: UNKNOWN - 1 }) },
].map((one) => ({ ...one, get: false, answer: z.null() }));
const ANSWERED: readonly Procedure[] = [
  ...EDITS,
  { name: "delete_logbook_fn", args: () => ({ _id: UNKNOWN }), get: false, answer: z.literal(false) },
  {
    name: "update_logbook_observations_fn",
    args: ({ log }) => ({ _id: log, observations: '{"tags":"race"}' }),
    get: false,
    answer: z.literal(true),
  },
  {
    name: "update_logbook_observations_fn",
    args: () => ({ _id: UNKNOWN, observations: '{"observations":{"seaState":2}}' }),
    get: false,
    answer: z.literal(false),
  },
  {
    name: "update_metadata_userdata_fn",
    args: () => ({ userdata: '{"note":"kept"}' }),
    get: false,
    answer: z.literal(true),
  },
  {
    name: "update_vessel_settings_fn",
    args: () => ({ key: "{specs,keel}", value: "1.5" }),
    get: false,
    answer: z.literal(true),
  },
  { name: "register_mcp", get: false, answer: z.strictObject({ token: text }) },
];

export const PROCEDURES: readonly Procedure[] = [...ONE_LOG, ...SEVERAL, ...ABOUT, ...MORE, ...ANSWERED];

/** Names of the hosted service alone, and those that ask others. */
export const NOT_OFFERED = [
  ...["timelapse2_fn", "mapgl_fn", "maplapse_record_fn", "manage_image_fn"],
  ...["getpresigneduploadurl_fn", "getpresigneddeleteurl_fn", "pois_fn"],
];
