/** Service sentences that need no translation: the dashboard never causes them. */

/**
 * Files that address only programs and operators; parts of the engine and of exports that a user can meet are
 * excluded.
 */
export function isForPrograms(file: string): boolean {
  return (
    /^packages\/(data-api\/src\/(engine|command|db)|kit\/src\/settings|server\/src\/(cli|boat\/link|service\/(backups|account-file)|database\/(postgres-server|migrations)))\//.test(
      file,
    ) &&
    !/^packages\/(data-api\/src\/engine\/errors\/(in-words|connection-errors)|server\/src\/service\/account-file\/endpoint)\.ts$/.test(
      file,
    )
  );
}

/** As in the sources, with a 7 for each value. */
export const FOR_PROGRAMS: readonly string[] = [
  "This key is not known",
  "Pair the boat again in the dashboard.",
  "This needs the key of a link",
  "Pair the boat first.",
  "Earlier requests on this connection are still pending",
  "Use a separate connection.",
  "there is no shape 7 of metrics",
  "this needs the messenger bot's token",
  "Make one with: wakelog token messenger_role",
  "messenger_obj must be a JSON object with the ids of a person and a chat",
  "Send the bot's chat, from and date.",
  "7 must be the number of a log",
  "Send the log's id, a whole number.",
  'Content-Encoding "identity" is not supported',
  "Send the body uncompressed, or as 7.",
  "The body is not valid identity",
  "Check that all of it was sent.",
  "The address has 7 characters; at most 7 are accepted",
  "Send long lists as the body of a POST to a procedure.",
  "The address or the headers are too long",
  "The request is not valid HTTP",
  "The only supported Expect header is 100-continue",
  "_id may not be null",
  "7 is not possible here",
  "Open the stream with GET and Accept: text/event-stream.",
  "Send your token in the header Authorization: Bearer …",
  "Name the vessel in the header X-Vessel-Id.",
  "id_start and id_end are both 7",
  "Send the ids of two logs.",
  "edit is not 7",
  "Send split, join, trim or delete.",
  "7 is missing",
  "Send 7.",
  '"7" is not a possible decision for 7',
  "Decide one of: 7.",
  "settings must be a JSON object",
  'Send {"settings": {"pauseMinutes": 60}}.',
  "Name the vessel: in vessel_id of each row, or in the header X-Vessel-Id.",
  "split_time is missing",
  "Send an instant within the log.",
  "7 may not be null",
  "Send a value for each argument.",
  "7 is not an instant: 7",
  "7 is carried out by the service",
  "Call it over HTTP.",
  "Invalid role",
  "Unknown role",
  "Invalid public_valid",
  'Send base64 of "boat,type,id".',
  "Invalid public_type",
  "Use one of the types of ispublic_fn.",
  "too late",
  "Versions can be read, not written.",
  "They are the versions of the software that is running.",
  "key must name a preference",
  "Send {name} or {group,name}.",
  "The id of a row never changes.",
  "Leave the id out.",
  "configuration must be a JSON object",
  'Send an object such as {"depthKey": "environment.depth.belowKeel"}, or null.',
  'Send {"raw_months": 24, "then": "5 min"}, or "1 h"; null keeps everything.',
  "time_interval must be a whole number of hours from 1 to 87600",
  "Send 24 for a day, 8760 for a year.",
  "keys must name 1 to 50 measurements",
  "keys cannot be from, to, step or time, which the answer has besides the measurements",
  "Read such a key in monitoring_view3.",
  "metrics_keys_view lists them.",
  "steps must be from 10 to 500",
  "Send as many as can be seen on the screen.",
  "until must be a time between 1900 and 2200",
  "Leave it out for the present.",
  "Only the service makes rules that are built in.",
  "Leave built_in out.",
  "The polygons of a boat's rules have at most 7 positions together.",
  "Draw some of them with fewer corners.",
  "The middle of a circle is [longitude, latitude], in degrees.",
  "A circle needs a radius in metres.",
  "The radius of a circle is from 1 to 1000000 metres.",
  "An area is a GeoJSON Polygon, or a Point with a radius in metres.",
  "A ring of a polygon is a list of at least four positions [longitude, latitude], in degrees, and ends where it begins.",
  "A polygon has at most 7 positions.",
  "The kind of a rule is below, above, outside, silent, offline, leave or enter.",
  "The severity of a rule is alert, warn, alarm or emergency.",
  "The channels of a rule are some of email, push, webpush, messenger, webhook, ntfy, apprise and mqtt.",
  "The hysteresis cannot be negative.",
  "A rule of kind 7 needs an area.",
  "The anchor watch is set by anchor_watch_fn.",
  "Call anchor_watch_fn with another radius, or anchor_watch_off_fn.",
  "The boat is under way: the anchor watch is over.",
  "The anchor watch was set again.",
  "The anchor watch was switched off.",
  "7 days stay at 7 in 7",
  "Send the version that was read with it, in quotes.",
  "observations must be a JSON object",
  'Send {"observations": {"seaState": 2}}.',
  "The 7 of a log cannot be 7",
  "Send a number from 0 to 1000000, or null.",
  "The duration of a log must be between 0 and 10000 years",
  "Leave it out: it follows from the times.",
  'Send an object such as {"tags": ["race"]}, or null.',
  'Send {"7": ["…", "…"]}, or null.',
  "The kind of an entry is remark, weather, sea, sails, crew or hourly",
  "7 NM, 7:7 hours",
  "webhook_url must be nautical, metric or imperial",
  'webhook_url must be an object like {"from": "22:00", "to": "07:00", "zone": "Europe/Helsinki"}',
  "webhook_url must be a list of at most ten browsers, each with endpoint and keys",
  "webhook_url must be a list of kinds: ",
  "webhook_url must be a JSON object",
];

/** Table constraints that only programs can violate: ids, references, and columns without a form field. */
export const RULES_FOR_PROGRAMS =
  /_(pkey|fkey|id|check|object|id_key)$|^(events_|metrics_|geo_|alert_rules_built_in)/;

/** Sentences composed of parts, in all forms. */
export const WRITTEN_OUT: Readonly<Record<string, readonly string[]>> = {
  "The request's 7 did not arrive in time": [
    "The request's body did not arrive in time",
    "The request's headers did not arrive in time",
  ],
  "The boat has sent no position7.": [
    "The boat has sent no position.",
    "The boat has sent no position up to that time.",
  ],
  "7 must be 7": ["webhook_url must be an address that begins with https:// or http://"],
  // A sentence created elsewhere.
  "7": [],
};
