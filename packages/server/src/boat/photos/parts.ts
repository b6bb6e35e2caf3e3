/** Segments or chunks of a file: a real one has thousands at most, and one of millions would fill the memory. */
export const MOST_PARTS = 50_000;
