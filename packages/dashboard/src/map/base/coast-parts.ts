/** Reads ranges of the coast file, each fetched once. */
import { FetchSource, type RangeResponse } from "pmtiles";
import { keepPart } from "../../offline/hand-over.ts";

/**
 * Header and root directory fit into this many bytes (bin/map/archive.mjs); the library's default is eight times as
 * much.
 */
const FIRST_BYTES = 2048;

/** Fetches only the ranges needed, and has the service worker cache them even on the first visit. */
export class CoastParts extends FetchSource {
  override async getBytes(
    offset: number,
    length: number,
    signal?: AbortSignal,
    etag?: string,
  ): Promise<RangeResponse> {
    const needed = offset === 0 ? Math.min(length, FIRST_BYTES) : length;
    const part = await super.getBytes(offset, needed, signal, etag);
    keepPart(this.url, `bytes=${offset}-${offset + needed - 1}`, part.data);
    return part;
  }
}
