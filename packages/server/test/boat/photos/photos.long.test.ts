/** Photos: stored, listed, served and deleted, for the boat's users only. */
import { expect, it } from "vitest";
import { z } from "zod";
import { newSkipper } from "../../../../../test/support/skipper.ts";
import { at, enteringForTests, ROWS } from "../voyages/corrections/entering.ts";
import { exif, jpeg, png, SECRET } from "./pictures.ts";

const person = enteringForTests();

const sentPhoto = z.looseObject({
  id: z.number().default(0),
  bytes: z.number().default(0),
  time: z.string().default(""),
  message: z.string().default(""),
});

/** Sends a picture as the user. */
async function send(picture: Buffer, more: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${person.service.apiUrl}/rpc/add_log_photo_fn`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${person.skipper.sailor.userToken}`,
      "Content-Type": "application/octet-stream",
      ...more,
    },
    body: new Uint8Array(picture),
  });
  return { status: answer.status, json: sentPhoto.parse(await answer.json()) };
}

const download = (id: number, token: string) =>
  fetch(`${person.service.apiUrl}/rpc/log_photo_fn?_id=${id}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: "image/avif,image/webp,image/*,*/*;q=0.8" },
  });

const AT_SEA = exif({
  taken: "2026:06:01 09:20:30",
  offset: "+02:00",
  latitude: [59, 48, 30, "N"],
  longitude: [22, 54, 36, "E"],
});

it.each(["0000:01:01 00:00:00", "1899:12:31 23:59:59", "9999:12:31 23:59:59"])(
  "a camera whose clock was at %s does not know the time",
  async (taken) => {
    const sent = await send(jpeg(exif({ taken, offset: "+00:00" })));
    expect(sent.status, sent.json.message).toBe(200);
    expect(Math.abs(Date.parse(sent.json.time) - Date.now())).toBeLessThan(60_000);
  },
);

it("a photo is listed with its time and place, and given out without them", async () => {
  const sent = await send(jpeg(AT_SEA));
  expect(sent.status, JSON.stringify(sent.json)).toBe(200);
  const [photo] = await person.skipper.rows(`/log_photos?id=eq.${sent.json.id}`);
  expect({ ...photo, message: "" }).toEqual(sent.json);
  expect(photo).toMatchObject({
    time: "2026-06-01T07:20:30+00:00",
    latitude: 59.808333,
    longitude: 22.91,
    type: "image/jpeg",
    width: 16,
    height: 8,
    author: expect.stringMatching(/\w \w/),
  });
  const given = await download(photo.id, person.skipper.sailor.userToken);
  expect([given.status, given.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  const bytes = Buffer.from(await given.arrayBuffer());
  expect(bytes).toHaveLength(photo.bytes);
  expect(bytes.includes(SECRET)).toBe(false);
});

it("where the camera says nothing, it is now, and where the boat was at that time", async () => {
  await person.skipper.send(ROWS);
  const { json } = await send(png(exif({})));
  expect(Date.now() - Date.parse(json.time)).toBeLessThan(60_000);
  expect([json.latitude, json.longitude]).toEqual([null, null]);
  const moved = await person.patch(`/log_photos?id=eq.${json.id}`, { time: at(80), caption: "Spinnaker" });
  expect(moved.status).toBe(204);
  const [photo] = await person.skipper.rows(`/log_photos?id=eq.${json.id}`);
  expect(photo).toMatchObject({
    latitude: ROWS[32]?.latitude && expect.closeTo(Number(ROWS[32].latitude), 5),
  });
  const [log] = await person.skipper.rows("/logbook?order=_from_time&limit=1&select=id");
  expect(await person.skipper.rows(`/log_photos_view?log_id=eq.${log.id}&select=id,caption`)).toEqual([
    { id: json.id, caption: "Spinnaker" },
  ]);
  expect((await person.skipper.call("delete_logbook_fn", { _id: log.id })).status).toBe(200);
  expect(await person.skipper.rows("/log_photos")).toHaveLength(1);
});

it("is sent again with its key, and is there once", async () => {
  const headers = { "Idempotency-Key": "photo-1" };
  const [first, again] = [await send(jpeg(AT_SEA), headers), await send(jpeg(AT_SEA), headers)];
  expect(again.json).toEqual(first.json);
  expect(await person.skipper.rows("/log_photos")).toHaveLength(1);
});

it("one as large as may be is sent again with its key too", async () => {
  // Restart markers in the scan: bytes of a picture that no reader may skip.
  const whole = jpeg(AT_SEA);
  const scan = whole.indexOf(Buffer.from([0x12, 0xff]));
  const filling = Buffer.alloc(15 * 1_048_576 - whole.length, 0x55);
  const large = Buffer.concat([whole.subarray(0, scan), filling, whole.subarray(scan)]);
  const headers = { "Idempotency-Key": "photo-2" };
  const first = await send(large, headers);
  expect([first.status, first.json.bytes > 15_000_000]).toEqual([200, true]);
  expect((await send(large, headers)).json).toEqual(first.json);
  const other = await send(Buffer.concat([large.subarray(0, -1), Buffer.from([0])]), headers);
  expect([other.status, other.json.message]).toEqual([
    422,
    "This Idempotency-Key was used for another request",
  ]);
  expect(await person.skipper.rows("/log_photos?select=id")).toHaveLength(1);
});

it("is given out small if it came with a small copy, which its people alone can see", async () => {
  const thumbnail = (id: number, token: string) =>
    fetch(`${person.service.apiUrl}/rpc/log_photo_thumbnail_fn?_id=${id}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: "image/*, */*" },
    });
  const { userToken } = person.skipper.sailor;
  const [small, plain] = [await send(jpeg(AT_SEA, jpeg(AT_SEA))), await send(png(exif({})))];
  const given = await thumbnail(small.json.id, userToken);
  const bytes = Buffer.from(await given.arrayBuffer());
  expect([given.status, given.headers.get("content-type"), bytes.length]).toEqual([
    200,
    "image/jpeg",
    small.json.thumbnail_bytes,
  ]);
  expect(bytes.includes(SECRET)).toBe(false);
  // A picture without EXIF is served unchanged.
  expect(plain.json.thumbnail_bytes).toBeNull();
  expect((await thumbnail(plain.json.id, userToken)).headers.get("content-type")).toBe("image/png");
  const other = await newSkipper(person.service);
  expect((await thumbnail(small.json.id, other.sailor.userToken)).status).toBe(404);
});

it("what is no picture, or too large, is refused with a sentence", async () => {
  for (const file of [Buffer.alloc(0), Buffer.from("GIF89a"), jpeg(AT_SEA).subarray(0, 90)])
    expect((await send(file)).json.message).toBe("This is not a whole JPEG, PNG or WebP picture");
  const large = await send(Buffer.alloc(15 * 1_048_576 + 1));
  expect([large.status, large.json.message]).toEqual([413, "A photo has at most 15 MB"]);
  const { json } = await send(jpeg(null));
  const long = await person.patch(`/log_photos?id=eq.${json.id}`, { caption: "x".repeat(1001) });
  expect([long.status, long.json.message]).toEqual([400, "A caption has at most 1000 characters"]);
});

it("is deleted with its picture, and cannot be reached by others", async () => {
  const { json } = await send(jpeg(AT_SEA));
  const other = await newSkipper(person.service);
  const { api } = person.service;
  const asOther = { token: other.sailor.userToken };
  expect((await download(json.id, asOther.token)).status).toBe(404);
  expect(await other.rows("/log_photos")).toEqual([]);
  await api.delete(`/log_photos?id=eq.${json.id}`, asOther);
  expect((await download(json.id, person.skipper.sailor.vesselToken)).status).toBe(200);
  expect((await fetch(`${person.service.apiUrl}/rpc/log_photo_fn?_id=${json.id}`)).status).toBeGreaterThan(
    400,
  );
  expect(
    (await api.post("/log_photos", { caption: "x" }, { token: person.skipper.sailor.userToken })).status,
  ).toBe(403);
  expect((await person.delete(`/log_photos?id=eq.${json.id}`)).status).toBe(204);
  expect((await download(json.id, person.skipper.sailor.userToken)).status).toBe(404);
});
