import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { moveAccount } from "../../src/relocation/moving/move.ts";
import { newSailor } from "../support/client.ts";
import { DAY_TRIP, passage } from "../support/passage.ts";
import { type TwoCells, twoCells } from "./two-cells.ts";

let cells: TwoCells;
beforeAll(async () => {
  cells = await twoCells();
}, 60_000);
afterAll(() => cells?.stop());

it("moves", { timeout: 120_000 }, async () => {
  const { north, south, atNorth, atSouth } = cells;
  const sailor = await newSailor(atNorth, "Seagull");
  const rows = passage(Date.now() - 9 * 3_600_000, DAY_TRIP);
  expect((await atNorth.post("/metrics", rows, { token: sailor.vesselToken })).status).toBe(201);
  await north.drainJobs();
  const before = (await atNorth.get("/logbook", { token: sailor.userToken })).json;
  const moved = await moveAccount(
    { from: north.database.owner, to: south.database.owner, cell: "south" },
    sailor.email,
  );
  const after = await atSouth.get("/logbook", { token: sailor.userToken });
  expect(after.json).toEqual(before);
  const through = await atNorth.get("/logbook", { token: sailor.userToken });
  expect(through.json).toEqual(before);
  const login = await atNorth.post("/rpc/login", { email: sailor.email, pass: sailor.password });
  expect(login.status).toBe(200);
  const left = await north.database.owner.transaction((tx) => tx.query(sql`select * from app.moved`));
  const [row] = passage(Date.now() - 60_000, [{ stay: "moored", minutes: 5 }]);
  const late = await atNorth.post("/metrics", [row], { token: sailor.vesselToken });
  expect(late.status, late.text).toBe(201);
});
