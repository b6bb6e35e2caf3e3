/** The contract's 19 procedures and the 15 that its list lost, with ours that replaces one of their faults. */
import { fields, type Procedure, type Role } from "./contract-types.ts";

const PEOPLE: readonly Role[] = ["user_role", "admin_role"];
const PAGES: readonly Role[] = ["anonymous", ...PEOPLE];
const DOORS: readonly Role[] = ["anonymous", "user_role", "admin_role", "messenger_role"];
const ALL: readonly Role[] = ["anonymous", "user_role", "vessel_role", "admin_role", "messenger_role"];

/** `name(args) result`: arguments after a `?` are optional. */
function procedure(
  declaration: string,
  roles: readonly Role[],
  how: "reads" | "writes",
  listed: boolean,
): Procedure {
  const [, name = "", args = "", result = ""] = /^(\w+)\((.*)\) (.+)$/.exec(declaration) ?? [];
  const [required = "", optional = ""] = args.split("?");
  return {
    name,
    args: [
      ...fields(required).map((arg) => ({ ...arg, required: true })),
      ...fields(optional).map((arg) => ({ ...arg, required: false })),
    ],
    result,
    reads: how === "reads",
    roles,
    listed,
  };
}

export const PROCEDURES: readonly Procedure[] = [
  procedure("ispublic_fn(id int, _type public.public_type) boolean", ALL, "reads", true),
  procedure("versions_fn() json", ALL, "reads", true),
  procedure("messenger_otp_fn(email text) {otp_code}", DOORS, "writes", true),
  procedure("find_log_from_moorage_fn(_id int) {geojson}", PEOPLE, "reads", true),
  procedure("logs_by_day_fn() {charts}", PAGES, "reads", true),
  procedure("settings_fn() {settings}", PEOPLE, "reads", true),
  procedure("export_logbook_kml_fn(_id int) text", PEOPLE, "reads", true),
  procedure("export_logbook_gpx_fn(_id int) text", PEOPLE, "reads", true),
  procedure("export_logbooks_kml_fn(?start_log int, end_log int) text", PEOPLE, "reads", true),
  procedure("export_logbooks_gpx_fn(?start_log int, end_log int) text", PEOPLE, "reads", true),
  procedure("update_user_preferences_fn(key text, value text) boolean", PEOPLE, "writes", true),
  procedure("messenger(user_id bigint?email text) {token}", DOORS, "writes", true),
  procedure("recover(email text) boolean", DOORS, "writes", true),
  procedure("email_fn(token text) boolean", DOORS, "writes", true),
  procedure("reset(pass text, token text, uuid text) boolean", DOORS, "writes", true),
  procedure(
    "register_vessel(vessel_email text, vessel_mmsi text, vessel_name text?pass text) {token}",
    PEOPLE,
    "writes",
    true,
  ),
  procedure("stats_logs_fn(?start_date text, end_date text) {stats}", PAGES, "reads", true),
  procedure(
    "timelapse_fn(?start_log int, end_log int, start_date text, end_date text) {geojson}",
    PAGES,
    "reads",
    true,
  ),
  procedure("update_logbook_observations_fn(_id int, observations text) boolean", PEOPLE, "writes", true),
  procedure("push_fn(token text, push_user_key text) boolean", DOORS, "writes", false),
  procedure("export_moorages_gpx_fn() text", PEOPLE, "reads", false),
  procedure("push_subscribe_link_fn() {push_link}", PEOPLE, "writes", false),
  procedure("signup(email text, pass text, firstname text, lastname text) {token}", DOORS, "writes", false),
  procedure("find_log_to_moorage_fn(_id int) {geojson}", PEOPLE, "reads", false),
  procedure("export_logbook_geojson_fn(_id int) {geojson}", PEOPLE, "reads", false),
  procedure("messenger_fn(token text, messenger_obj text) boolean", DOORS, "writes", false),
  procedure("logs_by_month_fn() {charts}", PAGES, "reads", false),
  procedure("login(email text, pass text) {token}", DOORS, "writes", false),
  procedure("vessel_details_fn() json", PEOPLE, "reads", false),
  procedure("vessel_fn() {vessel}", PEOPLE, "reads", false),
  procedure("generate_otp_fn(email text) text", PEOPLE, "writes", false),
  procedure("find_stay_from_moorage_fn(_id int) {geojson}", PEOPLE, "reads", false),
  procedure("stats_stays_fn(?start_date text, end_date text) {stats}", PEOPLE, "reads", false),
  procedure("export_moorages_geojson_fn() {geojson}", PEOPLE, "reads", false),
];
