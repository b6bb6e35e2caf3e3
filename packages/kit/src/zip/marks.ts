/** The signatures of a zip file's records. */
export const MARKS = {
  file: 0x04034b50,
  sizes: 0x08074b50,
  listed: 0x02014b50,
  end64: 0x06064b50,
  locator: 0x07064b50,
  end: 0x06054b50,
} as const;
