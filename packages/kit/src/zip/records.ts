/**
 * The records of a zip file, with 64-bit numbers where 32 bits are too few (ZIP64).
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
import { MARKS } from "./marks.ts";

/** Sizes follow (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
/** The version that a reader needs, without and with ZIP64. */
const VERSION = 20;
const VERSION_64 = 45;
const DEFLATED = 8;
/** 1 January 1980, the earliest date in a zip file. */
const NO_DAY = 0x21;
/** Marks a number stored in the ZIP64 record. */
const ELSEWHERE = 0xffff_ffff;
const MANY = 0xffff;

/** A file in the archive. */
export interface Written {
  readonly name: Buffer;
  readonly sum: number;
  /** Bytes, deflated. */
  readonly packed: number;
  readonly size: number;
  /** Its offset. */
  readonly at: number;
}

/** The header before a file. */
export function fileHead(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(MARKS.file, 0);
  commonFacts(head, 4, name, VERSION);
  return Buffer.concat([head, name]);
}

/** The descriptor after a file. */
export function fileTail({ sum, packed, size }: Omit<Written, "name" | "at">): Buffer {
  const is64 = packed >= ELSEWHERE || size >= ELSEWHERE;
  const tail = Buffer.alloc(is64 ? 24 : 16);
  tail.writeUInt32LE(MARKS.sizes, 0);
  tail.writeUInt32LE(sum, 4);
  if (is64) {
    tail.writeBigUInt64LE(BigInt(packed), 8);
    tail.writeBigUInt64LE(BigInt(size), 16);
  } else {
    tail.writeUInt32LE(packed, 8);
    tail.writeUInt32LE(size, 12);
  }
  return tail;
}

/** A file's entry in the list. */
export function listed({ name, sum, packed, size, at }: Written): Buffer {
  const is64 = [packed, size, at].some((number) => number >= ELSEWHERE);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(MARKS.listed, 0);
  head.writeUInt16LE(VERSION_64, 4);
  commonFacts(head, 6, name, is64 ? VERSION_64 : VERSION);
  head.writeUInt32LE(sum, 16);
  head.writeUInt32LE(is64 ? ELSEWHERE : packed, 20);
  head.writeUInt32LE(is64 ? ELSEWHERE : size, 24);
  head.writeUInt32LE(is64 ? ELSEWHERE : at, 42);
  if (!is64) return Buffer.concat([head, name]);
  const extra = Buffer.alloc(28);
  head.writeUInt16LE(extra.length, 30);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(extra.length - 4, 2);
  for (const [place, number] of [size, packed, at].entries())
    extra.writeBigUInt64LE(BigInt(number), 4 + 8 * place);
  return Buffer.concat([head, name, extra]);
}

/** The records after the list. @param start offset of the list */
export function ending(count: number, start: number, bytes: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(MARKS.end, 0);
  end.writeUInt16LE(Math.min(count, MANY), 8);
  end.writeUInt16LE(Math.min(count, MANY), 10);
  end.writeUInt32LE(Math.min(bytes, ELSEWHERE), 12);
  end.writeUInt32LE(Math.min(start, ELSEWHERE), 16);
  if (count < MANY && start < ELSEWHERE && bytes < ELSEWHERE) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(MARKS.end64, 0);
  end64.writeBigUInt64LE(BigInt(end64.length - 12), 4);
  end64.writeUInt16LE(VERSION_64, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  for (const [place, number] of [count, count, bytes, start].entries())
    end64.writeBigUInt64LE(BigInt(number), 24 + 8 * place);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(MARKS.locator, 0);
  locator.writeBigUInt64LE(BigInt(start + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

/** Fields common to both headers: version, flags, method, time, date, and name length. */
function commonFacts(head: Buffer, at: number, name: Buffer, version: number): void {
  head.writeUInt16LE(version, at);
  head.writeUInt16LE(FLAGS, at + 2);
  head.writeUInt16LE(DEFLATED, at + 4);
  head.writeUInt16LE(NO_DAY, at + 8);
  head.writeUInt16LE(name.length, at + 22);
}
