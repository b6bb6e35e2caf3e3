/** Reading pictures, and stripping them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lawCases } from "../../../../../../test/support/laws/cases.ts";
import { pictureOf } from "../../../../src/boat/photos/picture-file.ts";
import { exif, jpeg, png, SECRET, segment, webp } from "../../../boat/photos/pictures.ts";

const TAKEN = { taken: "2026:06:01 09:20:05", offset: "+02:00" };
const PLACE = { latitude: [59, 48, 30, "N"], longitude: [22, 54, 36, "W"] } as const;
const FORMATS = { jpeg, png, webp } as const;

describe.each(Object.keys(FORMATS) as (keyof typeof FORMATS)[])("a %s", (format) => {
  it.each([true, false])(
    "tells when and where it was taken, and how large it is (little end first: %s)",
    (little) => {
      const picture = pictureOf(FORMATS[format](exif({ ...TAKEN, ...PLACE }, little)));
      expect(picture).toMatchObject({
        type: `image/${format}`,
        width: 16,
        height: 8,
        exif: {
          time: Date.UTC(2026, 5, 1, 7, 20, 5),
          position: { latitude: 59.808333, longitude: -22.91 },
          orientation: 1,
        },
      });
    },
  );

  it("is kept without any of that, and is still a picture", () => {
    const tiff = exif({ ...TAKEN, ...PLACE });
    const { bytes, ...kept } = pictureOf(FORMATS[format](tiff)) ?? { bytes: Buffer.alloc(0) };
    for (const part of [SECRET, "2026:06:01", tiff]) expect(bytes.includes(part)).toBe(false);
    const again = pictureOf(bytes);
    expect(again?.bytes.equals(bytes)).toBe(true);
    expect(again).toMatchObject({ width: 16, height: 8, exif: { time: null, position: null } });
    expect(kept).toMatchObject({ width: 16 });
  });

  it("is none if it ends early, and never throws, whatever is wrong with it", () => {
    const whole = FORMATS[format](exif({ ...TAKEN, ...PLACE }));
    const end = whole.length - (format === "webp" ? 1 : `ftypmp42 ${SECRET}`.length + 1);
    for (let length = 0; length < end; length++) pictureOf(whole.subarray(0, length));
    expect(pictureOf(whole.subarray(0, 60))).toBeNull();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const broken = Buffer.from(whole);
        for (const [at, byte] of changes) broken[at] = byte;
        pictureOf(broken);
      }),
      { numRuns: lawCases(10) },
    );
  });
});

it.each([
  ["JPEG", jpeg(null), 2, Buffer.from([0xff, 0xdb, 0, 2])],
  ["PNG", png(exif({})), 33, Buffer.concat([Buffer.alloc(4), Buffer.from("IDAT"), Buffer.alloc(4)])],
  ["WebP", webp(exif({})), 12, Buffer.concat([Buffer.from("ALPH"), Buffer.alloc(4)])],
])("a %s of a million empty parts is none, since each takes memory", (format, whole, at, part) => {
  const padded = (parts: number): Buffer => {
    const padding = Buffer.alloc(parts * part.length, part);
    const file = Buffer.concat([whole.subarray(0, at), padding, whole.subarray(at)]);
    if (format === "WebP") file.writeUInt32LE(file.length - 8, 4);
    return file;
  };
  expect(pictureOf(padded(1000))).toMatchObject({ width: 16 });
  expect(pictureOf(padded(1_000_000))).toBeNull();
});

describe("a JPEG", () => {
  it("is turned as it was, and its sides are those that are seen", () => {
    const picture = pictureOf(jpeg(exif({ ...PLACE, orientation: 6 })));
    expect(picture).toMatchObject({ width: 8, height: 16 });
    expect(pictureOf(picture?.bytes ?? Buffer.alloc(0))?.exif).toEqual({
      time: null,
      position: null,
      orientation: 6,
    });
  });

  it("keeps its colours", () => {
    expect(pictureOf(jpeg(null))?.bytes.includes("ICC_PROFILE")).toBe(true);
  });

  it.each([
    [{ taken: "2026:06:01 09:20:05" }, Date.UTC(2026, 5, 1, 9, 20, 5)],
    [{ taken: "0000:00:00 00:00:00" }, null],
    [{}, null],
  ])("written by a camera that says %j was taken at %s", (written, time) => {
    expect(pictureOf(jpeg(exif(written)))?.exif.time).toBe(time);
  });

  it.each([
    [{ latitude: [0, 0, 0, "N"], longitude: [0, 0, 0, "E"] }, null],
    [{ latitude: [91, 0, 0, "N"], longitude: [0, 0, 0, "E"] }, null],
    [
      { latitude: [12, 30, 0, "S"], longitude: [179, 0, 0, "E"] },
      { latitude: -12.5, longitude: 179 },
    ],
  ] as const)("written at %j is at %j", (written, position) => {
    expect(pictureOf(jpeg(exif(written)))?.exif.position).toEqual(position);
  });
});

it("is read at once, however many parts say that a camera wrote more than there is", () => {
  const endless = Buffer.from("MM\0*\0\0\0\x08\xff\xff\0\0\0\0", "latin1");
  const whole = jpeg(endless);
  const part = segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), endless]));
  const began = performance.now();
  const parts = Array.from({ length: 10_000 }, () => part);
  expect(pictureOf(Buffer.concat([whole.subarray(0, 2), ...parts, whole.subarray(2)]))).not.toBeNull();
  expect(performance.now() - began).toBeLessThan(2_000);
});

it("is kept without the picture that JFIF may hold, which may show what was cut off", () => {
  const [head, hidden] = [Buffer.from("JFIF\0\x01\x02\x01\0\x48\0\x48", "latin1"), Buffer.from(SECRET)];
  const jfif = (end: Buffer) => segment(0xe0, Buffer.concat([head, end]));
  const whole = jpeg(null);
  const sent = Buffer.concat([
    whole.subarray(0, 2),
    jfif(Buffer.concat([Buffer.from([2, 2]), hidden])),
    whole.subarray(2),
  ]);
  const { bytes } = pictureOf(sent) ?? { bytes: Buffer.alloc(0) };
  expect(bytes.includes(SECRET)).toBe(false);
  expect(bytes.subarray(2).indexOf(jfif(Buffer.alloc(2)))).toBe(0);
});

describe("a small copy that came with a picture", () => {
  it("is taken out of it, without what a camera wrote", () => {
    const picture = pictureOf(jpeg(exif(TAKEN), jpeg(exif({ ...TAKEN, ...PLACE }))));
    expect(picture?.bytes.equals(pictureOf(jpeg(null))?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(pictureOf(picture?.thumbnail ?? Buffer.alloc(0))).toMatchObject({ width: 16, height: 8 });
    expect(picture?.thumbnail?.includes(SECRET)).toBe(false);
    expect(picture?.exif.time).toBe(Date.UTC(2026, 5, 1, 7, 20, 5));
  });

  it.each([
    ["no picture", Buffer.from(SECRET)],
    ["cut off", jpeg(null).subarray(0, 90)],
    ["another format", png(exif({}))],
    ["too large", wide(jpeg(null))],
  ])("is left out if it is %s, and the picture is kept", (_, thumbnail) => {
    expect(pictureOf(jpeg(null, thumbnail))).toMatchObject({ width: 16, height: 8, thumbnail: null });
  });

  it("is not another one's", () => {
    const inner = pictureOf(jpeg(null, jpeg(null, jpeg(null))))?.thumbnail;
    expect(pictureOf(inner ?? Buffer.alloc(0))).toMatchObject({ width: 16, thumbnail: null });
  });
});

/** The picture, with a header of 528 pixels width. */
function wide(picture: Buffer): Buffer {
  const copy = Buffer.from(picture);
  copy[copy.indexOf(Buffer.from([0xff, 0xc0])) + 7] = 2;
  return copy;
}
