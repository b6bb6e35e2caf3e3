/**
 * Reads the time, place and orientation from a picture's EXIF, and writes a reduced EXIF for a scaled picture. Pure.
 * @see https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E
 */
import { numbersOf, type TiffEntry, TiffReader, textEntry, textOf, writeTiff } from "./tiff.ts";

const ORIENTATION = 0x0112;
const CHANGED = 0x0132;
const CAMERA = 0x8769;
const GPS = 0x8825;
const TAKEN = 0x9003;
const TAKEN_OFFSET = 0x9011;
/** Latitude and longitude with their hemispheres, time and date. */
const GPS_TAGS: readonly number[] = [1, 2, 3, 4, 7, 29];
const GPS_TIME = 7;
const GPS_DATE = 29;

/** The tags that the logbook uses. */
interface Words {
  readonly little: boolean;
  readonly main: readonly TiffEntry[];
  readonly camera: readonly TiffEntry[];
  readonly gps: readonly TiffEntry[];
}

const NO_WORDS: Words = { little: true, main: [], camera: [], gps: [] };

function wordsIn(tiff: Uint8Array | null): Words {
  if (tiff === null || tiff.length < 8) return NO_WORDS;
  const reader = new TiffReader(tiff);
  const main = reader.directory(reader.first);
  return {
    little: reader.little,
    main: main.filter(({ tag }) => tag === ORIENTATION || tag === CHANGED),
    camera: reader.pointedTo(main, CAMERA).filter(({ tag }) => tag === TAKEN || tag === TAKEN_OFFSET),
    gps: reader.pointedTo(main, GPS).filter(({ tag }) => GPS_TAGS.includes(tag)),
  };
}

/** When the picture was taken, by the service's rules: a time without a zone is UTC. Null if unknown. */
function takenAt({ main, camera, gps, little }: Words): Date | null {
  const text = (entries: readonly TiffEntry[], tag: number) => textOf(entries.find((one) => one.tag === tag));
  const [taken, offset] = [text(camera, TAKEN), text(camera, TAKEN_OFFSET)];
  const clock = numbersOf(
    gps.find(({ tag }) => tag === GPS_TIME),
    little,
  ).map((part) => String(Math.floor(part)).padStart(2, "0"));
  return (
    (offset === "" ? null : instantOf(taken, offset)) ??
    (clock.length === 3 ? instantOf(`${text(gps, GPS_DATE)} ${clock.join(":")}`, "") : null) ??
    instantOf(taken, "") ??
    instantOf(text(main, CHANGED), "")
  );
}

/** `2026:06:01 14:05:09`, with `+02:00` or nothing. */
function instantOf(taken: string, offset: string): Date | null {
  const [, year, month, day, clock] = /^(\d{4})[:-](\d\d)[:-](\d\d) (\d\d:\d\d:\d\d)/.exec(taken) ?? [];
  if (clock === undefined) return null;
  const zone = /^[+-]\d\d:\d\d$/.test(offset) ? offset : "Z";
  const time = new Date(`${year}-${month}-${day}T${clock}${zone}`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** An EXIF block to send with a picture, and its time. */
interface SentWords {
  readonly tiff: Uint8Array<ArrayBuffer>;
  readonly time: Date;
}

/**
 * Reduces EXIF to time and place. Without a camera time, a picture takes the time it was added, however late it is
 * sent.
 * @param tiff the EXIF block; null if there is none
 * @param now when the picture was added
 * @param turned whether the picture is already upright
 */
export function wordsToSend(tiff: Uint8Array | null, now: Date, turned: boolean): SentWords {
  const words = wordsIn(tiff);
  const { little, main, gps } = words;
  const read = takenAt(words);
  const tomorrow = now.getTime() + 86_400_000;
  const known = read !== null && read.getTime() >= Date.UTC(1900, 0, 1) && read.getTime() <= tomorrow;
  const stamp = now.toISOString().slice(0, 19).replace("T", " ").replaceAll("-", ":");
  const camera = known ? words.camera : [textEntry(TAKEN, stamp), textEntry(TAKEN_OFFSET, "+00:00")];
  return {
    tiff: writeTiff(
      main.filter(({ tag }) => (tag === ORIENTATION ? !turned : known)),
      [
        [CAMERA, camera],
        [GPS, gps],
      ],
      little,
    ),
    time: known ? read : now,
  };
}
