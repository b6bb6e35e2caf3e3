/** Random writes: rows posted, changed and deleted, and procedures that change something, most of them in order. */
import fc from "fast-check";
import type { CallerName } from "./fleet.ts";
import { wildReads } from "./reads.ts";
import type { Asked, Known } from "./requests.ts";

type Act = Omit<Asked, "caller" | "headers">;

const RETURNING = ["return=representation", "return=minimal", "return=headers-only", ""];
const TEXTS = ["fog bank", "“sea” 🌊", "بحر", 'a\n"b" \\ c', ""];

const call = (name: string, body: unknown): Act => ({ method: "POST", name: `rpc/${name}`, query: [], body });
const post = (name: string, body: unknown, query: readonly string[] = []): Act => ({
  ...{ method: "POST", name, query, body },
});

/** Changes of the columns that users may write, by relation. */
function changes(text: string): Readonly<Record<string, readonly object[]>> {
  const extra = { tags: ["race", text], metrics: { "propulsion.main.runTime": 5400 }, avg_wind_speed: 9.5 };
  const ofLog = [{ name: text }, { notes: text }, { extra }, { user_data: { tags: [text], x: [1, null] } }];
  const ofView = [{ name: text }, { notes: text }, { extra }];
  return {
    logbook: [...ofLog, { _from: text, _to: "Utö" }],
    log_view: ofView,
    logs_view: [{ name: text }, { from: text }],
    stays: [{ name: text }, { notes: text }, { stay_code: 3 }, { user_data: { images: [] } }],
    moorages: [{ name: text }, { home_flag: true }, { stay_code: 2 }, { user_data: { a: { b: text } } }],
    log_entries: [{ text }, { kind: "weather", extra: { seaState: 3 } }],
    alert_rules: [{ enabled: false }],
    metadata: [
      { user_data: { make_model: text } },
      { configuration: { depthKey: "environment.depth.belowKeel" } },
      { length: 12.5 },
    ],
  };
}

/** Rows to post: a log, a stay, a moorage, an entry and a rule by hand, an event's note, and what a boat sends. */
function rowsToPost({ days, underWay }: Known, text: string, hour: number): readonly Act[] {
  const [day = ""] = days;
  // Years before any log, so that nothing overlaps that was sailed.
  const at = (minute: number) => new Date(Date.UTC(2019, 0, 1, hour * 3, minute)).toISOString();
  const here = { latitude: 59.5, longitude: 22.5 + hour / 1000 };
  return [
    post("logbook", {
      ...{ name: text, _from_lat: 59.5, _from_lng: 22.5, _to_lat: 59.6, _to_lng: 22.7, max_wind_speed: 9 },
      ...{ _from_time: at(0), _to_time: at(50), notes: text },
    }),
    post("stays", { name: text, ...here, arrived: at(60), departed: at(90), stay_code: 2 }),
    post("moorages", { name: text, ...here, stay_code: 4 }),
    post("log_entries", { text, time: underWay[hour % underWay.length], kind: "remark" }),
    post("eventlogs_view", { channel: "note", payload: text }),
    post("alert_rules", { name: `rule ${hour}`, kind: "above", key: "wind", high: 20 + hour }),
    post("metadata", { name: "Nerpa", time: `${day}T00:00:00Z` }, ["on_conflict=vessel_id"]),
    post("metrics", [{ time: at(hour), ...here, speedoverground: 0, status: "moored", metrics: {} }]),
  ];
}

/** What the procedures take that change something. */
function acts({ fleet, underWay, days }: Known, text: string, hour: number): readonly Act[] {
  const logs = fleet.own.logbook;
  const log = logs[hour % logs.length];
  const instant = underWay[hour % underWay.length] ?? "";
  const { email, password: pass } = fleet.skipper.sailor;
  const quoted = text.replace(/["\n]/g, "");
  return [
    call("update_trip_notes_fn", { _id: log, update_string: `["${quoted}"@${instant}]` }),
    call("delete_trip_entry_fn", { _id: log, update_string: `[${instant}, ${instant}]` }),
    call("split_logbook_at_fn", { id_start: log, split_time: instant }),
    call("split_logbook_fn", { _id: log, split_time: instant }),
    call("merge_logbook_fn", { id_start: logs[0], id_end: logs[1] }),
    call("preview_edit_fn", { _id: log, edit: "split", split_time: instant }),
    call("preview_fold_fn", { settings: { pauseMinutes: 25 } }),
    call("review_fn", { _id: log, decision: "keep" }),
    call("refold_fn", {}),
    call("undo_edit_fn", { _id: 1 + (hour % 6) }),
    call("update_logbook_observations_fn", {
      _id: log,
      observations: { tags: text, observations: { seaState: 2 } },
    }),
    call("update_metadata_userdata_fn", { userdata: { specs: { [`s${hour % 3}`]: text } } }),
    call("update_vessel_settings_fn", { key: "{specs,mast}", value: String(hour) }),
    call("update_user_preferences_fn", { key: "{use_imperial_units}", value: String(hour % 2 === 0) }),
    call("update_detector_settings_fn", { settings: { pauseMinutes: 20 + (hour % 5) } }),
    call("update_boat_settings_fn", { settings: { mode: "metered" } }),
    call("boat_command_fn", { kind: "send" }),
    call("anchor_watch_fn", { radius: 40, latitude: 59.8, longitude: 22.9 }),
    call("anchor_watch_off_fn", {}),
    call("acknowledge_alert_fn", { _id: 1 + (hour % 3) }),
    call("snooze_alert_fn", { _id: 1, minutes: 5 }),
    call("change_name_fn", { firstname: "Aino", lastname: text || "Meri" }),
    call("generate_otp_fn", { email }),
    call("begin_import_fn", { name: `June ${hour}.csv` }),
    call("import_part_fn", { _id: 1, content: "time,latitude,longitude\n" }),
    call("end_import_fn", { until: `${days[0]}T00:00:00Z` }),
    call("undo_import_fn", { _id: 1 }),
    call("test_notification_fn", { channel: "email" }),
    call("login", { email, pass }),
    call("login", { email, pass: "wrong" }),
    call("recover", { email: "unknown@example.org" }),
    call("signup", { email, pass, firstname: "Aino", lastname: "Meri" }),
    call("email_fn", { token: "00000000" }),
    call("messenger", { user_id: hour }),
    call("change_password_fn", { pass: "wrong", new_pass: "fair winds 8" }),
    call("delete_account_fn", { pass: "wrong", email }),
  ];
}

/** Writes with what each takes: rows of the boat, by everyone who may. */
export function soundWrites(known: Known, caller: fc.Arbitrary<CallerName>): fc.Arbitrary<Asked> {
  const moment = fc.tuple(fc.constantFrom(...TEXTS), fc.nat(400));
  const headers = fc.constantFrom(...RETURNING).map((prefer) => (prefer === "" ? {} : { Prefer: prefer }));
  const some = (made: (text: string, n: number) => readonly Act[]) =>
    moment.chain(([text, n]) => fc.constantFrom(...made(text, n)));
  const patches = some((text, n) =>
    Object.entries(changes(text)).flatMap(([name, bodies]) =>
      bodies.map((body): Act => ({ method: "PATCH", name, query: onlyOne(known, name, n), body })),
    ),
  );
  const deletes = some((_, n) => [
    { method: "DELETE", name: "log_entries", query: onlyOne(known, "log_entries", n) },
    { method: "DELETE", name: "stays", query: [`id=eq.${known.fleet.own.stays.at(-1) ?? 0}`] },
    { method: "DELETE", name: "moorages", query: [`id=eq.${known.fleet.own.moorages.at(-1) ?? 0}`] },
    { method: "DELETE", name: "metrics", query: [`time=eq.${known.underWay[n % known.underWay.length]}`] },
    { method: "DELETE", name: "eventlogs_view", query: ["channel=eq.note"] },
    { method: "DELETE", name: "alert_rules", query: [`name=eq.rule ${n % 50}`.replace(" ", "%20")] },
    call("delete_logbook_fn", { _id: known.fleet.own.logbook.at(-1) }),
  ]);
  const upserts = moment.map(([text, n]): Act => {
    const [own] = known.fleet.own.moorages;
    // One that is there, or a new one.
    const row =
      n % 2 === 0
        ? { id: own, name: text, latitude: 59.8, longitude: 22.9 }
        : { id: 100_000 + n, name: text };
    return post("moorages", [{ latitude: 59, longitude: 22, ...row }], ["on_conflict=id"]);
  });
  const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 5, arbitrary: patches },
    { weight: 5, arbitrary: some((text, n) => rowsToPost(known, text, n)) },
    { weight: 8, arbitrary: some((text, n) => acts(known, text, n)) },
    { weight: 1, arbitrary: deletes },
  );
  return fc.oneof(
    { weight: 15, arbitrary: fc.record({ caller, headers, act }).map(asAsked) },
    {
      weight: 1,
      arbitrary: fc
        .record({ caller, act: upserts, headers: fc.constant({ Prefer: "resolution=merge-duplicates" }) })
        .map(asAsked),
    },
  );
}

/** What a boat writes is written by it, also when a person was drawn. */
function asAsked({
  caller,
  headers,
  act,
}: {
  caller: CallerName;
  headers: Asked["headers"];
  act: Act;
}): Asked {
  const isBoats = act.method === "POST" && ["metrics", "metadata"].includes(act.name);
  const upserts = act.name === "metadata" ? { Prefer: "resolution=merge-duplicates" } : headers;
  return { caller: isBoats && caller === "user" ? "vessel" : caller, headers: upserts, ...act };
}

/** One row of the boat. */
function onlyOne({ fleet }: Known, relation: string, n: number): readonly string[] {
  const table = relation.startsWith("log") && relation !== "log_entries" ? "logbook" : relation;
  if (table !== "logbook" && table !== "stays" && table !== "moorages" && table !== "log_entries") return [];
  const ids = fleet.own[table];
  return [`id=eq.${ids[n % ids.length]}`];
}

/** Writes of anything, refused or of no row, or that change a note. */
export function wildWrites(known: Known, caller: fc.Arbitrary<CallerName>): fc.Arbitrary<Asked> {
  const bodies = fc.constantFrom<unknown>(
    {},
    [],
    { notes: "twice" },
    { nothing_here: 1 },
    { id: "x" },
    "{",
    [{ id: null }, 3],
    { name: null },
    { user_data: [] },
  );
  const names = [
    "logbook",
    "stays",
    "moorages",
    "metadata",
    "log_view",
    "logs_view",
    "stays_at",
    "nothing_here",
    "monitoring_view",
  ];
  const rows = fc
    .tuple(
      wildReads(known, caller, ["PATCH", "DELETE", "PATCH", "POST", "PUT"], names),
      fc.constantFrom(...known.ids),
      bodies,
    )
    .map(([one, some, body]): Asked => {
      if (one.method === "POST") return { ...one, body };
      const only = one.method === "DELETE" ? "-1" : String(some);
      return { ...one, query: [...one.query, `id=eq.${only}`], body };
    });
  const calls = fc
    .tuple(caller, fc.constantFrom(...known.writing), bodies)
    .filter(([, name]) => !ENDING.has(name) && name !== DATED)
    .map(([who, name, body]): Asked => ({ caller: who, headers: {}, ...call(name.slice(4), body) }));
  return fc.oneof({ weight: 3, arbitrary: rows }, { weight: 1, arbitrary: calls });
}

/** Without arguments they end what the callers sign in with, so nothing could be asked after them. */
const ENDING = new Set(["rpc/sign_out_everywhere_fn", "rpc/register_mcp", "rpc/rotate_vessel_token_fn"]);

/** Its file tells when it was made. */
const DATED = "rpc/export_account_fn";
