import { expect, it } from "vitest";
import { Boat } from "../boat.ts";
import { emptyFolder } from "../folder.ts";
import { SeaDay } from "../link/sea-day.ts";
import { SmallShore } from "../link/small-shore.ts";
import { countRows, serialsIn } from "./serials.ts";
import { fillDisk, mountsSmallDisk } from "./small-disk.ts";

const TIMES = 20;
const MINUTE = 60;

it(`loses and doubles no row in ${TIMES} full disks`, async (context) => {
  const disk = emptyFolder();
  if (!mountsSmallDisk(disk)) return context.skip("may not mount a small disk");
  const taken = countRows();
  const shore = await SmallShore.start();
  const boat = new Boat(disk);
  const day = new SeaDay(() => {
    boat.start({ pairing: shore.line });
    return boat;
  });
  await day.pass(10 * MINUTE, 3);
  let full = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const isOffline = time % 2 === 0;
    shore.fault = (_, response) => {
      if (isOffline) response.destroy();
      return isOffline;
    };
    await day.pass(5 * MINUTE, 3);
    const empty = fillDisk(disk);
    await day.pass(10 * MINUTE, 3);
    if ((await boat.status()).state === "disk") full += 1;
    expect(boat.server.said.some((sentence) => sentence.startsWith("Disk full"))).toBe(true);
    empty();
    // One in four runs ends before the link is back.
    if (time % 4 === 0) {
      await boat.plugin.stop();
      boat.start();
    }
    await day.pass(5 * MINUTE, 3);
  }
  shore.fault = () => false;
  await day.pass(30 * MINUTE, 3);
  expect(full).toBeGreaterThan(TIMES / 2);
  expect(serialsIn(shore)).toEqual(Array.from({ length: taken() }, (_, at) => at + 1));
  expect([shore.changed, shore.streams.size]).toEqual([0, 1]);
  expect((await boat.status()).lost).toEqual({ rows: 0, thinned: 0 });
}, 900_000);
