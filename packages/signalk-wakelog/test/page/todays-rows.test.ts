import { expect, it, onTestFinished, vi } from "vitest";
import type { Status } from "../../page/api.ts";
import { TodaysRows } from "../../page/todays-rows.ts";
import { Boat } from "../boat.ts";
import { draft, open } from "../buffer/drafts.ts";
import { emptyFolder } from "../folder.ts";

it("reads a row once, however often the page looks", async () => {
  const noon = new Date().setHours(12, 0, 0, 0);
  const folder = emptyFolder();
  const buffer = await open(folder, "run1", noon);
  // The first is of yesterday.
  for (let minute = -800; minute < 1500; minute += 1)
    buffer.append(draft(minute, { time: noon + minute * 1000 * 60, mono: 0 }), false);
  buffer.close();
  const boat = new Boat(folder);
  boat.start();
  await expect.poll(async () => (await boat.status()).newest).toBe(2300);
  const read: number[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const { searchParams } = new URL(address, "http://boat");
    const { body } = await boat.server.ask("GET /rows", Object.fromEntries(searchParams));
    read.push(Object(body).rows.length);
    return Response.json(body);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const rows = new TodaysRows();
  const look = async () => {
    // The status has more than the page shows.
    const status: Status = JSON.parse(JSON.stringify(await boat.status()));
    return (await rows.read(status)).rows.length;
  };
  expect(await look()).toBe(1500 + 720);
  expect(read).toEqual([1000, 1000, 300]);
  boat.server.say("notifications.test", { state: "warn", message: "new" });
  expect(await look()).toBe(1500 + 721);
  expect(await look()).toBe(1500 + 721);
  expect(read.slice(3)).toEqual([1, 0]);
});
