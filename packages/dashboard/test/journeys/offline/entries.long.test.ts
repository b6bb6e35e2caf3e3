/** Reading and writing the logbook offline: entries, photos, and edit conflicts. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { exif } from "../../../../server/test/boat/photos/pictures.ts";
import { hasChromium, NO_CHROMIUM, openAs, PATIENCE } from "../browser.ts";
import { type Device, keepAll, newDevice } from "./device.ts";

const MINUTE = 60_000;

vi.setConfig({ testTimeout: 400_000 });

/** A picture as large as a phone's, with much detail. */
const LARGE = `(() => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [3600, 2700];
  const paper = canvas.getContext("2d");
  for (let n = 0; n < 6000; n++) {
    paper.fillStyle = "hsl(" + (n * 37) % 360 + " 60% " + (20 + (n * 13) % 60) + "%)";
    paper.fillRect((n * 7919) % 3600, (n * 104729) % 2700, 90, 60);
  }
  return canvas.toDataURL("image/jpeg", 0.9).split(",")[1];
})()`;

/** The drafts that the device has stored, as JSON. */
const DRAFTS = `new Promise((resolve) => {
  const opening = indexedDB.open("wakelog");
  opening.onsuccess = () => {
    const reading = opening.result.transaction("drafts").objectStore("drafts").getAll();
    reading.onsuccess = () => {
      opening.result.close();
      resolve(JSON.stringify(reading.result));
    };
  };
})`;

/** A photo as a camera makes it. */
async function photo(page: Page, taken: number): Promise<Buffer> {
  const picture = Buffer.from(String(await page.evaluate(LARGE)), "base64");
  const stamp = new Date(taken).toISOString().slice(0, 19).replace("T", " ").replaceAll("-", ":");
  const words = Buffer.concat([Buffer.from("Exif\0\0"), exif({ taken: stamp, offset: "+00:00" })]);
  const head = Buffer.from([0xff, 0xe1, (words.length + 2) >> 8, (words.length + 2) & 0xff]);
  return Buffer.concat([picture.subarray(0, 2), head, words, picture.subarray(2)]);
}

describe(hasChromium ? "a logbook without a link" : NO_CHROMIUM, () => {
  let device: Device;
  let log: number;
  let other: number;
  let taken: number;

  const waiting = (text: string) => device.page.getByRole("status").filter({ hasText: text });
  const lines = () => device.page.getByRole("list", { name: "Lines of the logbook" }).getByRole("listitem");
  const open = (path: string) => device.page.goto(device.webUrl + path);
  const restart = async () => {
    await device.switchOff();
    await device.switchOn();
  };
  const writeNote = async (text: string) => {
    await device.page.getByRole("button", { name: "Edit" }).click(PATIENCE);
    await device.page.getByRole("textbox", { name: "Notes" }).fill(text);
    await device.page.getByRole("button", { name: "Save" }).click(PATIENCE);
    await device.page.getByText(text).first().waitFor(PATIENCE);
  };
  const writeLine = async (text: string) => {
    await device.page.getByRole("textbox", { name: "Remark" }).fill(text);
    await device.page.getByRole("button", { name: "Write it down" }).click(PATIENCE);
    await lines().filter({ hasText: text }).waitFor(PATIENCE);
  };
  const addPhoto = (buffer: Buffer) =>
    device.page
      .getByLabel("Add a photo")
      .setInputFiles({ name: "sail.jpg", mimeType: "image/jpeg", buffer }, PATIENCE);
  const notesNow = async () => (await device.rows(`/logbook?select=notes&id=eq.${log}`))[0].notes;

  beforeAll(async () => {
    if (!hasChromium) return;
    device = await newDevice(PATIENCE);
    const logs = await device.rows("/logbook?select=id,_from_time&order=_from_time");
    [log, other] = [logs[0].id, logs[1].id];
    taken = Math.floor(Date.parse(logs[0]._from_time) / MINUTE + 20) * MINUTE;
    await openAs(device.page, device.webUrl, device.sailor, `/log/${log}`);
    await device.page.getByRole("button", { name: "Edit" }).waitFor(PATIENCE);
    await keepAll(device);
  }, 400_000);
  afterAll(() => device?.dispose());

  test.skipIf(!hasChromium)(
    "is read after a cold start, with its age, also on pages that were never opened",
    async () => {
      await device.stopServer();
      await restart();
      const main = () => device.page.locator("main");
      const shows = async (path: string, text: RegExp) => {
        await open(path);
        await expect.poll(() => main().textContent(PATIENCE), PATIENCE).toMatch(text);
        await main()
          .getByText(/^as of/i)
          .first()
          .waitFor(PATIENCE);
        expect(await device.page.getByRole("alert").allTextContents(), path).toEqual([]);
      };
      await shows("/", /kn/);
      await device.page.getByRole("status", { name: "Offline" }).waitFor(PATIENCE);
      await shows("/logs", /NM/);
      expect(await device.page.getByRole("list", { name: "Logs" }).getByRole("link").count()).toBe(2);
      await shows(`/log/${other}`, /NM/);
      await expect
        .poll(() => device.page.getByRole("slider", { name: "Moment" }).isEnabled(), PATIENCE)
        .toBe(true);
      await shows("/stays", /3 stays/);
      const firstLink = async (address: RegExp): Promise<string> => {
        const links = await device.page.locator("main a").all();
        const hrefs = await Promise.all(links.map((link) => link.getAttribute("href")));
        return hrefs.find((href) => address.test(href ?? "")) ?? "none";
      };
      const ofStay = await firstLink(/^\/stay\/\d+$/);
      await shows("/moorages", /2 places/);
      const ofMoorage = await firstLink(/^\/moorage\/\d+$/);
      const named = await device.page.locator(`a[href="${ofMoorage}"] .row__title`).textContent(PATIENCE);
      await shows(ofStay, /Arrived/);
      const isNamed = async () => {
        await device.page.getByRole("heading", { level: 1, name: `${named}` }).waitFor(PATIENCE);
        expect(await device.page.title()).toBe(`${named} · Wakelog`);
      };
      await shows(ofMoorage, /First here on/);
      await isNamed();
      const visits = device.page.getByRole("list", { name: "Visits" }).getByRole("link");
      await expect.poll(() => visits.count(), PATIENCE).toBeGreaterThan(0);
      expect(await main().getByText("This device has not kept it").count()).toBe(0);
      // Only the list is cached.
      await device.page.evaluate(`caches.keys()
        .then((names) => Promise.all(names.map((name) => caches.open(name))))
        .then((all) => Promise.all(all.map(async (cache) => {
          const own = (await cache.keys()).filter(({ url }) => /moorage_view|moorage_id/.test(url));
          await Promise.all(own.map((one) => cache.delete(one)));
        })))`);
      await shows(ofMoorage, /This device has not kept it/);
      await isNamed();
      expect(await main().textContent(PATIENCE)).toMatch(/59° 4.*Visits\d/);
      await shows("/monitoring", /kn/);
      await shows("/statistics", /NM/);
    },
  );

  test.skipIf(!hasChromium)(
    "what is written waits on the device, can be changed and taken back, and outlives a restart",
    async () => {
      await open(`/log/${log}`);
      await writeNote("Fog until ten.");
      const { page } = device;
      await page.getByRole("button", { name: "Write a line" }).click(PATIENCE);
      await page.getByRole("combobox", { name: "About" }).click(PATIENCE);
      await page.getByRole("option", { name: "Weather" }).click(PATIENCE);
      await page.getByRole("textbox", { name: "Wind, kn" }).fill("14");
      await page.getByRole("textbox", { name: "Remark" }).fill("Squall over");
      await expect.poll(() => page.evaluate(DRAFTS), PATIENCE).toContain("Squall over");
      await page.reload();
      const remark = page.getByRole("textbox", { name: "Remark" });
      await expect.poll(() => remark.inputValue(PATIENCE), PATIENCE).toBe("Squall over");
      expect(await page.getByRole("textbox", { name: "Wind, kn" }).inputValue()).toBe("14");
      await writeLine("Squall over the point");
      await waiting("2 changes waiting").waitFor(PATIENCE);
      const line = lines().filter({ hasText: "Squall over the point" });
      await line.getByText("Waiting to be sent").waitFor(PATIENCE);
      await line.getByRole("button", { name: "Change" }).click(PATIENCE);
      await writeLine("Only rain over the point");
      await waiting("2 changes waiting").waitFor(PATIENCE);

      await page.getByRole("button", { name: "Write a line" }).click(PATIENCE);
      await writeLine("Not worth a line");
      await waiting("3 changes waiting").waitFor(PATIENCE);
      await lines().filter({ hasText: "Not worth a line" }).getByRole("button", { name: "Remove" }).click();
      await lines()
        .filter({ hasText: "Not worth" })
        .waitFor({ ...PATIENCE, state: "detached" });

      const pictures = () => lines().filter({ has: device.page.getByRole("img", { name: /^Photo of/ }) });
      await addPhoto(await photo(page, taken));
      await expect.poll(() => pictures().count(), PATIENCE).toBe(1);
      await addPhoto(await photo(page, taken + MINUTE));
      await expect.poll(() => pictures().count(), PATIENCE).toBe(2);
      await pictures().last().getByRole("button", { name: "Remove" }).click(PATIENCE);
      await expect.poll(() => pictures().count(), PATIENCE).toBe(1);
      await waiting("3 changes waiting").waitFor(PATIENCE);

      await restart();
      await open(`/log/${log}`);
      await waiting("3 changes waiting").waitFor(PATIENCE);
      await lines().filter({ hasText: "Only rain over the point" }).getByText("Wind 14 kn").waitFor(PATIENCE);
      const width = "document.querySelector('.entries__photo img')?.naturalWidth";
      await expect.poll(() => device.page.evaluate(width), PATIENCE).toBe(320);
      await device.page.getByText("Fog until ten.").waitFor(PATIENCE);
    },
  );

  test.skipIf(!hasChromium)(
    "it arrives by itself, each once, in the order in which it was written",
    async () => {
      const written: string[] = [];
      device.page.on("request", (request) => {
        if (!["GET", "HEAD", "OPTIONS"].includes(request.method())) {
          written.push(`${request.method()} ${new URL(request.url()).pathname}`);
        }
      });
      await device.startServer();
      await device.hasten(async () => (await waiting("waiting").count()) === 0);
      expect(written).toEqual([
        "PATCH /api/logbook",
        "POST /api/log_entries",
        "POST /api/rpc/add_log_photo_fn",
      ]);
      expect(await notesNow()).toBe("Fog until ten.");
      expect(await device.rows("/log_entries?select=kind,text,extra")).toEqual([
        { kind: "weather", text: "Only rain over the point", extra: { windSpeed: 14 } },
      ]);
      const photos = await device.rows("/log_photos?select=time,width,height,bytes,thumbnail_bytes,latitude");
      expect(photos).toEqual([
        {
          time: new Date(taken).toISOString().replace(".000Z", "+00:00"),
          width: 2560,
          height: 1920,
          bytes: expect.any(Number),
          thumbnail_bytes: expect.any(Number),
          latitude: expect.closeTo(59.78, 1),
        },
      ]);
      expect(photos[0].thumbnail_bytes).toBeLessThan(40_000);
      expect(photos[0].bytes).toBeLessThan(1_500_000);
    },
  );

  test.skipIf(!hasChromium)(
    "the list of a log fetches small copies, and whole pictures when asked",
    async () => {
      const fetched: string[] = [];
      device.page.on("response", (response) => {
        const name = /log_photo\w*/.exec(response.url())?.[0];
        if (name !== undefined && response.url().includes("/rpc/")) fetched.push(name);
      });
      await device.page.reload();
      const line = lines().filter({ has: device.page.getByRole("button", { name: /^Show large/ }) });
      await line.scrollIntoViewIfNeeded(PATIENCE);
      const widthIn = (frame: string) =>
        device.page.evaluate(`document.querySelector('${frame} img')?.naturalWidth`);
      await expect.poll(() => widthIn(".entries__photo"), PATIENCE).toBe(320);
      expect(new Set(fetched)).toEqual(new Set(["log_photo_thumbnail_fn"]));
      await line.getByRole("button", { name: /^Show large/ }).click(PATIENCE);
      await device.page.getByRole("dialog").waitFor(PATIENCE);
      await expect.poll(() => widthIn(".entries__large"), PATIENCE).toBe(2560);
      expect(fetched).toContain("log_photo_fn");
      await device.page.getByRole("button", { name: "Close" }).click(PATIENCE);
    },
  );

  test.skipIf(!hasChromium)(
    "after a conflict with another user, both texts are shown until one is chosen",
    async () => {
      await device.stopServer();
      await writeNote("Mine: a fair wind.");
      await waiting("1 change waiting").waitFor(PATIENCE);
      await device.switchOff();
      await device.startServer();
      const { status } = await device.client.patch(
        `/logbook?id=eq.${log}`,
        { notes: "Theirs: a foul wind." },
        { token: device.sailor.userToken },
      );
      expect(status).toBe(204);
      await device.switchOn();
      await open(`/log/${log}`);
      const both = waiting("Changed meanwhile");
      await both.getByText("Mine: a fair wind.").waitFor(PATIENCE);
      await both.getByText("Theirs: a foul wind.").waitFor(PATIENCE);
      expect(await notesNow()).toBe("Theirs: a foul wind.");
      await both.getByRole("button", { name: "Keep mine" }).click(PATIENCE);
      await both.waitFor({ ...PATIENCE, state: "detached" });
      await expect.poll(notesNow, PATIENCE).toBe("Mine: a fair wind.");
    },
  );
});
