/** A boat linked to the service under test, and requests as its plugin sends them. */
import { randomBytes } from "node:crypto";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { type Answer, type Client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import type { TestDatabase } from "../../../../../test/support/database.ts";

export interface LinkedBoat extends Sailor {
  readonly vesselId: string;
  readonly device: string;
  readonly key: string;
}

/** Pairs a device by a new code of the owner. */
export async function pair(api: Client, sailor: Sailor, device = newDevice()): Promise<Answer> {
  const shown = await api.post("/rpc/pair_boat_fn", {}, { token: sailor.userToken });
  return api.post("/link/pair", { code: shown.json.code, device, name: "Cerbo", version: "1.0.0" });
}

export function newDevice(): string {
  return randomBytes(16).toString("hex");
}

/** A new sailor whose boat is linked. */
export async function linkedBoat(api: Client, name = "Linked"): Promise<LinkedBoat> {
  const sailor = await newSailor(api, name);
  const device = newDevice();
  const { json, status, text } = await pair(api, sailor, device);
  if (status !== 200) throw new Error(`not paired: ${text}`);
  return { ...sailor, device, key: json.key, vesselId: json.vessel.id };
}

/** Exchanges of a linked boat, and the rows that its owner sees. */
export function linkRequests(api: Client) {
  return {
    send: (boat: LinkedBoat, body: object, headers: Readonly<Record<string, string>> = {}) =>
      api.post("/link", body, { token: boat.key, headers }),
    metrics: async (boat: LinkedBoat, query = "") =>
      (await api.get(`/metrics?order=time${query}`, { token: boat.userToken })).json,
  };
}

let members = 0;

/** The token of a new account with a role on a boat. */
export async function member(
  api: Client,
  database: TestDatabase,
  { vesselId, password }: LinkedBoat,
  role: "owner" | "skipper" | "crew" | "guest",
): Promise<string> {
  const email = `member${++members}.${process.pid}@example.org`;
  await api.post("/rpc/signup", { email, pass: password, firstname: "Member", lastname: role });
  await database.owner.transaction((tx) =>
    tx.run(sql`
      insert into app.memberships (account_id, vessel_id, role)
      select account_id, ${vesselId}, ${role} from app.accounts where email = ${email}`),
  );
  return (await api.post("/rpc/login", { email, pass: password })).json.token;
}

/** Path numbers of rows. */
export const PATHS = {
  "1": "navigation.speedOverGround",
  "2": "navigation.courseOverGroundTrue",
  "3": "environment.wind.speedApparent",
  "4": "environment.wind.angleApparent",
  "5": "navigation.state",
  "7": "electrical.batteries.House.voltage",
  "9": "propulsion.main.state",
};
let streams = 0;
/** A stream for each test, because a stream belongs to one boat. */
export const newStream = () => `k3j9x2ab${++streams}`;

/** The time some minutes ago. */
export const ago = (minutes: number) => Date.now() - minutes * 60_000;
/** A row under way. */
export const row = (number: number, time: number, more: object = {}, facts?: object) => [
  ...[number, time, 59.823451, 22.971234, { "1": 2.57222, "7": 12.61, ...more }],
  ...(facts === undefined ? [] : [facts]),
];
