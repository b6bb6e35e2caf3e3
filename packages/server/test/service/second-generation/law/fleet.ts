/** Boats with real rows for the law of both addresses: two sailed logs, one running, awkward texts, and a neighbour's. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { type Client, client } from "../../../../../../test/support/client.ts";
import { passage } from "../../../../../../test/support/passage.ts";
import { prove } from "../../../../../../test/support/proven.ts";
import { TEST_SECRET } from "../../../../../../test/support/server.ts";
import type { TestService } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";
import { generatedVoyage } from "../../../../../../test/support/voyage.ts";
import { tokenIssuer } from "../../../../src/people/accounts/tokens.ts";

const HOUR = 3_600_000;

/** Who asks: headers by name. */
export const CALLERS = [
  "user",
  "skipper",
  "crew",
  "guest",
  "vessel",
  "bot",
  "assistant",
  "neighbour",
  "admin",
  "messenger",
  "stranger",
  "visitor",
  "bad",
] as const;
export type CallerName = (typeof CALLERS)[number];

/** What public pages call the boat. */
export const PUBLIC_NAME = "Nerpa";

export interface Fleet {
  readonly skipper: Skipper;
  readonly callers: Readonly<Record<CallerName, Readonly<Record<string, string>>>>;
  /** Ids of the boat's rows, by table. */
  readonly own: Readonly<Record<"logbook" | "stays" | "moorages" | "log_entries", readonly number[]>>;
  /** The neighbour's, and unused ones. */
  readonly others: readonly number[];
}

const claims = z.looseObject({ uid: z.string(), ver: z.number() });
const boat = z.looseObject({ vid: z.string() });
const claimsIn = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
const rows = z.array(z.looseObject({ id: z.number() }));
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Out with wind and an engine, back without, and out again until now. */
function voyages(now: number) {
  const wind = { "environment.wind.speedTrue": 6.5, "environment.wind.directionTrue": 1.2 };
  const sea = { "environment.water.temperature": 288.4, "environment.depth.belowTransducer": 12 };
  const engine = (n: number) => ({
    "propulsion.main.runTime": n * 60,
    "propulsion.main.state": n % 9 > 4 ? "started" : "stopped",
  });
  return [
    ...passage(now - 50 * HOUR, [
      { stay: "moored", minutes: 60 },
      { sail: 90, knots: 6, minutes: 120 },
      { stay: "anchored", minutes: 600 },
    ]).map((row, n) => ({ ...row, metrics: { ...Object(row.metrics), ...wind, ...sea, ...engine(n) } })),
    ...passage(
      now - 15 * HOUR,
      [
        { stay: "anchored", minutes: 60 },
        { sail: 270, knots: 6, minutes: 100 },
        { stay: "moored", minutes: 660 },
        { sail: 180, knots: 5, minutes: 75 },
      ],
      { latitude: 59.8, longitude: 23.3 },
    ),
  ];
}

/** Sails them. */
export async function fleetOf(service: TestService): Promise<Fleet> {
  const api = client(service.apiUrl);
  const skipper = await newSkipper(service, "Ńerpa 🚤");
  const neighbour = await newSkipper(service, "جار");
  for (const one of [skipper, neighbour]) {
    await prove(service, one.sailor.email);
    await describe(api, one, one === neighbour);
    await one.send(one === skipper ? voyages(minuteAgo()) : generatedVoyage(minuteAgo() - 5 * HOUR));
    await dress(api, one, one === skipper ? "بحر 🌊 “sea”" : "zq neighbour");
  }
  await service.drainJobs();
  const { uid, ver } = claims.parse(claimsIn(skipper.sailor.userToken));
  const { vid } = boat.parse(claimsIn(skipper.sailor.vesselToken));
  const holder = { accountId: uid, email: skipper.sailor.email, vesselId: vid, sessionVersion: ver };
  const issuer = tokenIssuer(TEST_SECRET, 1);
  const idsOf = async (one: Skipper, table: string) =>
    rows.parse(await one.rows(`/${table}?select=id&order=id`)).map(({ id }) => id);
  const member = async (role: string) => {
    const email = `${role}.${skipper.sailor.email}`;
    const { password: pass } = skipper.sailor;
    await api.post("/rpc/signup", { email, pass, firstname: "Member", lastname: role });
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        insert into app.memberships (account_id, vessel_id, role)
        select account_id, ${vid}, ${role} from app.accounts where email = ${email}`),
    );
    return bearer((await api.post("/rpc/login", { email, pass })).json.token);
  };
  const others = [0, -1, 2_147_483_647];
  for (const table of ["logbook", "stays", "moorages"]) others.push(...(await idsOf(neighbour, table)));
  return {
    skipper,
    own: {
      logbook: await idsOf(skipper, "logbook"),
      stays: await idsOf(skipper, "stays"),
      moorages: await idsOf(skipper, "moorages"),
      log_entries: await idsOf(skipper, "log_entries"),
    },
    others,
    callers: {
      user: bearer(skipper.sailor.userToken),
      skipper: await member("skipper"),
      crew: await member("crew"),
      guest: await member("guest"),
      vessel: bearer(skipper.sailor.vesselToken),
      bot: bearer(await issuer.bot(holder)),
      assistant: bearer((await skipper.call("register_mcp", {})).json.token),
      neighbour: bearer(neighbour.sailor.userToken),
      admin: bearer(await issuer.operator("admin_role", 3600)),
      messenger: bearer(await issuer.operator("messenger_role", 3600)),
      stranger: {},
      visitor: {},
      bad: bearer(`${skipper.sailor.userToken.slice(0, -4)}AAAA`),
    },
  };
}

/** The last whole minute: times with fractions of a second are only those that a clock wrote. */
const minuteAgo = () => Math.floor(Date.now() / 60_000) * 60_000;

/** What the plugin and the owner said of the boat. */
async function describe(api: Client, { sailor }: Skipper, isNeighbour: boolean): Promise<void> {
  const described = {
    name: "Nerpa",
    mmsi: "23009999",
    length: 11.5,
    ship_type: 36,
    time: new Date(minuteAgo()).toISOString(),
  };
  const ask = { token: sailor.vesselToken, headers: { Prefer: "resolution=merge-duplicates" } };
  await api.post("/metadata?on_conflict=vessel_id", described, ask);
  const preferences = {
    public_vessel: isNeighbour ? "Hidden" : PUBLIC_NAME,
    ...(isNeighbour ? {} : { public_logs: "true", public_logs_list: "true", public_timelapse: "true" }),
    ...(isNeighbour ? {} : { public_stats: "true", public_monitoring: "true" }),
    alerting: "{}",
  };
  for (const [key, value] of Object.entries(preferences)) {
    const set = { key: `{${key}}`, value };
    await api.post("/rpc/update_user_preferences_fn", set, { token: sailor.userToken });
  }
}

/** Names, notes and structured data that are hard to carry. */
async function dress(api: Client, { sailor, rows: read }: Skipper, text: string): Promise<void> {
  const ask = { token: sailor.userToken };
  const [first, ...others] = rows.parse(await read("/logbook?select=id,extra&order=id"));
  const extra = {
    ...Object(first?.extra),
    polar: "twa/tws;6;8\n40;4.2;5.03",
    tags: ["race", text],
    nested: { a: [1, null, { b: text }] },
  };
  await api.patch(
    `/logbook?id=eq.${first?.id}`,
    { name: text, notes: `${text}\n"quoted", \\ and\ttabs`, extra },
    ask,
  );
  for (const { id } of others.slice(1)) await api.patch(`/logbook?id=eq.${id}`, { notes: "" }, ask);
  const moorages = rows.parse(await read("/moorages?select=id&order=id"));
  await api.patch(
    `/moorages?id=eq.${moorages[0]?.id}`,
    { name: text, home_flag: true, user_data: { [text]: null } },
    ask,
  );
  await api.post("/eventlogs_view", { channel: "note", payload: text }, ask);
  for (const kind of ["remark", "crew"]) {
    const time = new Date(minuteAgo() - 48 * HOUR).toISOString();
    await api.post("/log_entries", { time, kind, text, extra: kind === "crew" ? { crew: [text] } : {} }, ask);
  }
}
