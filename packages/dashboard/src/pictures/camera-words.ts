/**
 * What a camera wrote about a picture: when, where, and how it was held. Read, and written again without the rest, for a
 * picture that was scaled. Pure.
 * @see https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E
 */
import { numbersOf, type TiffEntry, TiffReader, textEntry, textOf, writeTiff } from "./tiff.ts";

const ORIENTATION = 0x0112;
const CHANGED = 0x0132;
const CAMERA = 0x8769;
const GPS = 0x8825;
const TAKEN = 0x9003;
const TAKEN_OFFSET = 0x9011;
/** Latitude and longitude with their sides, time and date. */
const GPS_TAGS: readonly number[] = [1, 2, 3, 4, 7, 29];
const GPS_TIME = 7;
const GPS_DATE = 29;

/** The tags that the logbook has a use for. */
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

/** When the picture was taken, as the service reads it: a clock without a time zone shows UTC. Null if nothing says. */
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

/** A block of EXIF to send with a picture, and the moment that it names. */
interface SentWords {
  readonly tiff: Uint8Array<ArrayBuffer>;
  readonly time: Date;
}

/**
 * What a camera wrote, as it is sent: time and place. A picture whose camera did not know the time is of the moment when
 * it was taken into the logbook, however late it arrives.
 * @param tiff the block of EXIF; null if there is none
 * @param now when it is taken into the logbook
 * @param turned whether the picture is upright by itself now
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
