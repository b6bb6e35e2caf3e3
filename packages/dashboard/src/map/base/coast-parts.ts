/** Parts of the coast's file, each fetched once. */
import { FetchSource, type RangeResponse } from "pmtiles";
import { keepPart } from "../../offline/keep-part.ts";

/** The header and the root directory are within so many bytes (bin/map/archive.mjs); other readers fetch eight times as many. */
const FIRST_BYTES = 2048;

/** Fetches no more of the file than it needs, and has the service worker keep that, even on the first visit. */
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
