/** Which moves are refused, before anything was changed; and that no table is forgotten. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { moveAccount, undoMove } from "../../src/relocation/moving/move.ts";
import { METRICS, MOVED_TABLES } from "../../src/relocation/moving/moved-tables.ts";
import { runCli } from "../support/cli.ts";
import { client, newSailor } from "../support/client.ts";
import { TEST_SECRET } from "../support/server.ts";
import { startService } from "../support/service.ts";
import { idsOf, type TwoCells, twoCells } from "./two-cells.ts";

let cells: TwoCells;
beforeAll(async () => {
  cells = await twoCells();
}, 60_000);
afterAll(() => cells?.stop());

const ways = (cell = "south") => ({ from: cells.north.database.owner, to: cells.south.database.owner, cell });

it("says what is wrong with two databases that are not of one fleet", { timeout: 60_000 }, async () => {
  const { email } = await newSailor(cells.atNorth);
  const { from, to } = ways();
  await expect(moveAccount(ways("west"), email)).rejects.toThrow(/is that of the cell south, not of west/);
  await expect(moveAccount({ from, to: from, cell: "north" }, email)).rejects.toThrow(
    /this is the cell north already/,
  );
  const [stranger, none] = [
    await startService({
      WAKELOG_CELL: "south",
      WAKELOG_JWT_SECRET: "another secret of at least 32 characters",
    }),
    await startService(),
  ];
  try {
    const move = moveAccount({ from, to: stranger.database.owner, cell: "south" }, email);
    await expect(move).rejects.toThrow(/do not share one WAKELOG_JWT_SECRET/);
    const elsewhere = { from, to: none.database.owner, cell: "south" };
    await expect(moveAccount(elsewhere, email)).rejects.toThrow(
      /start its service with WAKELOG_CELL=south first/,
    );
    const outside = { from: none.database.owner, to, cell: "south" };
    await expect(moveAccount(outside, email)).rejects.toThrow(/this installation is not a cell/);
    await to.transaction((tx) =>
      tx.run(sql`insert into app.schema_versions (version, hash) values ('9999', '')`),
    );
    await expect(moveAccount({ from, to, cell: "south" }, email)).rejects.toThrow(/not of the same release/);
    await to.transaction((tx) => tx.run(sql`delete from app.schema_versions where version = '9999'`));
  } finally {
    await stranger.stop();
    await none.stop();
  }
});

it("refuses who is not here, is there already, or has a boat with others", { timeout: 60_000 }, async () => {
  const { atNorth, north } = cells;
  await expect(moveAccount(ways(), "nobody@example.org")).rejects.toThrow(
    /no account has the e-mail address/,
  );
  const twice = await newSailor(atNorth);
  const person = { email: twice.email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
  // Without addresses of the others, a cell does not know that they have the account.
  const alone = await startService({ DATABASE_URL: cells.south.database.url, WAKELOG_CELL: "south" });
  expect((await client(alone.apiUrl).post("/rpc/signup", person)).status).toBe(200);
  await alone.stop();
  await expect(moveAccount(ways(), twice.email)).rejects.toThrow(
    /south has an account with the address .+ already/,
  );
  await expect(undoMove(ways(), twice.email)).rejects.toThrow(
    /south has an account with the address .+ already/,
  );

  const [owner, guest] = [await newSailor(atNorth, "Shared"), await newSailor(atNorth)];
  const [boat, other] = [await idsOf(north, owner), await idsOf(north, guest)];
  await north.database.owner.transaction((tx) =>
    tx.run(sql`
      insert into app.memberships (account_id, vessel_id, role) values (${other.account}, ${boat.vessel}, 'guest')`),
  );
  for (const { email } of [owner, guest])
    await expect(moveAccount(ways(), email)).rejects.toThrow(/the boat Shared is shared with others/);
  const left = await cells.south.database.owner.transaction((tx) =>
    tx.run(sql`select from app.vessels where vessel_id = ${boat.vessel}`),
  );
  expect(left.rows).toEqual([]);
});

it("says which settings it needs, and undoes nothing that is done", { timeout: 120_000 }, async () => {
  const { email } = await newSailor(cells.atNorth);
  const wakelog = async (settings: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const run = runCli(["move", email, ...args], { WAKELOG_JWT_SECRET: TEST_SECRET, ...settings });
    return [await run.ended, run.output()];
  };
  const { WAKELOG_CELL_DATABASE_URL: url = "", ...without } = cells.moving("north");
  expect(await wakelog(without, "south")).toEqual([
    1,
    expect.stringMatching(/WAKELOG_CELL_DATABASE_URL must be/),
  ]);
  const all = { ...without, WAKELOG_CELL_DATABASE_URL: url };
  expect(await wakelog(all, "west")).toEqual([
    1,
    expect.stringMatching(/WAKELOG_CELLS has no address for the cell west/),
  ]);
  expect(await wakelog({ ...all, WAKELOG_CELLS: "south" }, "south")).toEqual([
    78,
    expect.stringMatching(/must be names with addresses like north=/),
  ]);
  expect(await wakelog({ ...all, WAKELOG_CELL: "North Sea" }, "south")).toEqual([
    78,
    expect.stringMatching(/must be letters from a to z/),
  ]);
  expect(await wakelog(all, "south")).toEqual([
    0,
    expect.stringMatching(/in south now, with 1 vessel; 0 rows/),
  ]);
  expect(await wakelog(all, "south", "--undo")).toEqual([1, expect.stringMatching(/has left already/)]);
});

/** What does not move, and why. */
const STAYS: Readonly<Record<string, string>> = {
  "app.arrivals": "notes for the lanes of this cell, which triggers make",
  "app.turns": "whose turn it is in this cell",
  "app.arriving": "about a move itself",
  "app.metric_shapes": "how rows are packed in this cell: they arrive whole",
  "app.packing": "up to where rows are packed in this cell",
  "app.grafana_logins": "logins of this database server",
  "app.import_parts": "a file on its way in, which is uploaded again",
  "app.stored_bytes": "what is stored in this cell, measured again where it arrives",
  "app.retained": "what this cell has told its broker, which it takes back",
  "app.import_batches": "a file on its way in, which is uploaded again",
};

it("forgets no table that has something of an account, a vessel or an import", async () => {
  const { rows } = await cells.north.database.owner.transaction((tx) =>
    tx.run(sql`
      select distinct table_schema || '.' || table_name from information_schema.columns
      join pg_tables on schemaname = table_schema and tablename = table_name
      where table_schema in ('api', 'app') and column_name in ('vessel_id', 'account_id', 'ref_id', 'import_id')`),
  );
  const known = [METRICS, ...MOVED_TABLES].map(({ schema, name }) => `${schema}.${name}`);
  const found = rows.map(([name]) => String(name));
  expect(found.filter((name) => !known.includes(name) && STAYS[name] === undefined)).toEqual(["app.vessels"]);
  expect([...known, ...Object.keys(STAYS)].filter((name) => !found.includes(name))).toEqual([]);
});
