/** Most segments or chunks per file: real files have thousands at most, and millions would fill the memory. */
export const MOST_PARTS = 50_000;
