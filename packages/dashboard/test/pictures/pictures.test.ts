/** Pictures sent by the dashboard, checked with the service's reader. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pictureOf } from "../../../server/src/boat/photos/picture-file.ts";
import { exif, jpeg, png, webp } from "../../../server/test/boat/photos/pictures.ts";
import { wordsToSend } from "../../src/pictures/camera-words.ts";
import { exifIn, jpegWith } from "../../src/pictures/containers.ts";

const NOW = new Date("2026-07-01T12:30:40Z");
const TAKEN = { taken: "2026:06:01 09:20:05", offset: "+02:00" };
const PLACE = { latitude: [59, 48, 30, "N"], longitude: [22, 54, 36, "W"] } as const;
const bytesOf = (file: Uint8Array) => Uint8Array.from(file);

/** A scaled picture with its EXIF, as the service reads it. */
function sent(file: Uint8Array, turned = true) {
  const { tiff, time } = wordsToSend(exifIn(bytesOf(file)), NOW, turned);
  const parts = jpegWith(bytesOf(jpeg(null)), tiff, bytesOf(jpeg(null)));
  const whole = Buffer.concat(parts);
  return { time, whole, picture: pictureOf(whole) };
}

describe.each([
  ["JPEG", jpeg],
  ["PNG", png],
  ["WebP", webp],
] as const)("of a %s", (_, file) => {
  it.each([true, false])("time and place arrive, and a small copy (little end first: %s)", (little) => {
    const { time, picture } = sent(file(exif({ ...TAKEN, ...PLACE, orientation: 6 }, little)));
    expect(picture?.exif).toEqual({
      time: Date.UTC(2026, 5, 1, 7, 20, 5),
      position: { latitude: 59.808333, longitude: -22.91 },
      orientation: 1,
    });
    expect(time.getTime()).toBe(picture?.exif.time);
    expect(pictureOf(picture?.thumbnail ?? Buffer.alloc(0))).toMatchObject({ width: 16, height: 8 });
  });
});

it("one that is not scaled stays turned as it was", () => {
  const { picture } = sent(jpeg(exif({ ...TAKEN, orientation: 6 })), false);
  expect(picture).toMatchObject({ width: 8, height: 16, exif: { orientation: 6 } });
});

it.each([
  ["a camera that knows no time", exif(PLACE)],
  ["a clock that was never set", exif({ taken: "0000:01:01 00:00:00" })],
  ["a clock that is ahead", exif({ taken: "2031:01:01 00:00:00" })],
  ["no camera", null],
])("of %s, it is of the moment when it was taken into the logbook", (_, tiff) => {
  const { time, picture } = sent(jpeg(tiff));
  expect([time, picture?.exif.time]).toEqual([NOW, NOW.getTime()]);
});

it("nothing else that the camera wrote is sent", () => {
  const { whole } = sent(jpeg(exif({ ...TAKEN, ...PLACE }), jpeg(exif(PLACE))));
  expect(whole.length).toBeLessThan(2 * jpeg(null).length + 400);
});

it("whatever is wrong with a file, something can be sent", () => {
  const whole = jpeg(exif({ ...TAKEN, ...PLACE }));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(160), fc.nat(255)), { maxLength: 6 }),
      fc.nat(whole.length),
      (changes, length) => {
        const broken = Buffer.from(whole.subarray(0, length));
        for (const [at, byte] of changes) if (at < broken.length) broken[at] = byte;
        const { time, picture } = sent(broken);
        expect(picture?.exif.time).toBe(time.getTime());
      },
    ),
  );
});
