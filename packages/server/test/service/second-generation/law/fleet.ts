/** Boats with real rows for the law of both addresses: two sailed logs, one running, awkward texts, and a neighbour's. */
import { z } from "zod";
import { type Client, client } from "../../../../../../test/support/client.ts";
import { passage } from "../../../../../../test/support/passage.ts";
import { prove } from "../../../../../../test/support/proven.ts";
import { TEST_SECRET } from "../../../../../../test/support/server.ts";
import type { ServiceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";
import { generatedVoyage } from "../../../../../../test/support/voyage.ts";
import { tokenIssuer } from "../../../../src/people/accounts/tokens.ts";

const HOUR = 3_600_000;

/** Who asks: headers by name. */
export const CALLERS = [
  "user",
  "vessel",
  "bot",
  "assistant",
  "neighbour",
  "stranger",
  "visitor",
  "bad",
] as const;
export type CallerName = (typeof CALLERS)[number];

export interface Fleet {
  readonly skipper: Skipper;
  readonly callers: Readonly<Record<CallerName, Readonly<Record<string, string>>>>;
  /** Ids of logs, stays and moorages: the boat's, the neighbour's, and unused ones. */
  readonly ids: readonly number[];
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
export async function fleetOf(service: ServiceForTests): Promise<Fleet> {
  const api = client(service.apiUrl);
  const skipper = await newSkipper(service, "Ńerpa 🚤");
  const neighbour = await newSkipper(service, "جار");
  for (const one of [skipper, neighbour]) {
    await prove(service, one.sailor.email);
    await describe(api, one);
    await one.send(one === skipper ? voyages(Date.now()) : generatedVoyage(Date.now() - 5 * HOUR));
    await dress(api, one, one === skipper ? "بحر 🌊 “sea”" : "zq neighbour");
  }
  await service.drainJobs();
  const { uid, ver } = claims.parse(claimsIn(skipper.sailor.userToken));
  const { vid } = boat.parse(claimsIn(skipper.sailor.vesselToken));
  const holder = { accountId: uid, email: skipper.sailor.email, vesselId: vid, sessionVersion: ver };
  const idsOf = async (one: Skipper) => {
    const found = [];
    for (const path of ["logbook", "stays", "moorages"])
      found.push(...rows.parse(await one.rows(`/${path}?select=id`)));
    return found.map(({ id }) => id);
  };
  const page = Buffer.from("Nerpa,public_logs_list,0").toString("base64");
  return {
    skipper,
    ids: [...new Set([...(await idsOf(skipper)), ...(await idsOf(neighbour)), 0, -1, 2_147_483_647])],
    callers: {
      user: bearer(skipper.sailor.userToken),
      vessel: bearer(skipper.sailor.vesselToken),
      bot: bearer(await tokenIssuer(TEST_SECRET, 1).bot(holder)),
      assistant: bearer((await skipper.call("register_mcp", {})).json.token),
      neighbour: bearer(neighbour.sailor.userToken),
      stranger: {},
      visitor: { "x-is-public": page },
      bad: bearer(`${skipper.sailor.userToken.slice(0, -4)}AAAA`),
    },
  };
}

/** What the plugin and the owner said of the boat. */
async function describe(api: Client, { sailor }: Skipper): Promise<void> {
  const described = {
    name: "Nerpa",
    mmsi: "23009999",
    length: 11.5,
    ship_type: 36,
    time: new Date().toISOString(),
  };
  const ask = { token: sailor.vesselToken, headers: { Prefer: "resolution=merge-duplicates" } };
  await api.post("/metadata?on_conflict=vessel_id", described, ask);
  const preferences = {
    public_vessel: sailor.email.replace(/\W/g, ""),
    public_logs_list: "true",
    alerting: "{}",
  };
  for (const [key, value] of Object.entries(preferences)) {
    await api.post(
      "/rpc/update_user_preferences_fn",
      { key: `{${key}}`, value },
      { token: sailor.userToken },
    );
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
    const time = new Date(Date.now() - 48 * HOUR).toISOString();
    await api.post("/log_entries", { time, kind, text, extra: kind === "crew" ? { crew: [text] } : {} }, ask);
  }
}
