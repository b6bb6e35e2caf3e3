/** Two cells of a fleet, on two databases. */
import { sql } from "../../src/db/sql.ts";
import { freePort } from "../../src/postgres-server/free-port.ts";
import { type Client, client, type Sailor } from "../support/client.ts";
import { startService, type TestService } from "../support/service.ts";

export interface TwoCells {
  readonly north: TestService;
  readonly south: TestService;
  readonly atNorth: Client;
  readonly atSouth: Client;
  /** The settings of `wakelog move` from one to the other. */
  moving(from: "north" | "south"): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts both. @param settings further environment variables of each */
export async function twoCells(settings: Readonly<Record<string, string>> = {}): Promise<TwoCells> {
  const ports = { north: await freePort(), south: await freePort() };
  const cells = Object.entries(ports)
    .map(([name, port]) => `${name}=http://127.0.0.1:${port}`)
    .join(" ");
  const start = (name: "north" | "south") =>
    startService({
      ...settings,
      WAKELOG_CELL: name,
      WAKELOG_CELLS: cells,
      WAKELOG_API_PORT: String(ports[name]),
    });
  const [north, south] = [await start("north"), await start("south")];
  const services = { north, south };
  return {
    ...services,
    atNorth: client(north.apiUrl),
    atSouth: client(south.apiUrl),
    moving: (from) => ({
      DATABASE_URL: services[from].database.url,
      WAKELOG_CELL: from,
      WAKELOG_CELLS: cells,
      WAKELOG_CELL_DATABASE_URL: services[from === "north" ? "south" : "north"].database.url,
    }),
    async stop() {
      await north.stop();
      await south.stop();
    },
  };
}

/** The ids of a person and the boat. */
export async function idsOf(
  { database }: Pick<TestService, "database">,
  { email }: Sailor,
): Promise<{ readonly account: string; readonly vessel: string }> {
  const [row] = await database.owner.transaction((tx) =>
    tx.query(sql`
      select account_id, vessel_id from app.accounts join app.memberships using (account_id) where email = ${email}`),
  );
  return { account: String(row?.account_id), vessel: String(row?.vessel_id) };
}
