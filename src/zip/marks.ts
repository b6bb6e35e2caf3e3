/** What the parts of a zip file begin with. */
export const MARKS = {
  file: 0x04034b50,
  sizes: 0x08074b50,
  listed: 0x02014b50,
  end: 0x06054b50,
} as const;

/** Of a file in it, and of all of it: the form without extensions has 32 bits. */
export const MOST_BYTES = 0xffff_ffff;
