/** Compression of response bodies (RFC 9110, section 8.4). */
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { toZstd } from "./zstd.ts";

type Encoder = (body: Buffer) => Promise<Buffer>;

/** Higher levels take twice the time to save a fiftieth, the default level a hundred times; see docs/performance.md. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** Content codings, best first. */
const ENCODERS: Readonly<Record<string, Encoder>> = {
  br: promisify((body: Buffer, done: (error: Error | null, result: Buffer) => void) =>
    brotliCompress(body, BROTLI, done),
  ),
  gzip: promisify((body: Buffer, done: (error: Error | null, result: Buffer) => void) => gzip(body, done)),
  ...(toZstd === null ? {} : { zstd: toZstd }),
};

/** Minimum size in bytes: shorter answers fit into a packet or two uncompressed. */
const WORTH_IT = 1024;

/**
 * Whether an answer may be compressed.
 * @param type the value of Content-Type
 * @param cacheControl the value of Cache-Control, which may forbid it (RFC 9111, section 5.2.2.6)
 */
export function isCompressible(
  body: Buffer | string,
  type: string | undefined,
  cacheControl?: string,
): boolean {
  return Buffer.byteLength(body) > WORTH_IT && isText(type) && !/\bno-transform\b/i.test(cacheControl ?? "");
}

/** Images and archives are already compressed; an event stream must not be buffered. */
function isText(type: string | undefined): boolean {
  return (
    type !== undefined &&
    /^(text\/(?!event-stream)|image\/svg|application\/(vnd\.mapbox-vector-tile|[\w.+-]*(json|xml|kml|gpx|openapi)))/i.test(
      type,
    )
  );
}

/** Compresses a body with a coding from {@link preferredCoding}. */
export function compressed(body: Buffer | string, coding: string): Promise<Buffer> {
  const encoder = ENCODERS[coding];
  if (encoder === undefined) throw new Error(`there is no coding ${coding}`);
  return encoder(typeof body === "string" ? Buffer.from(body) : body);
}

/** The value of Accept-Encoding, which Node returns as one text or several. */
export function acceptedCodings(headers: IncomingHttpHeaders): string | undefined {
  const accepted = headers["accept-encoding"];
  return Array.isArray(accepted) ? accepted.join(", ") : accepted;
}

/**
 * The client's preferred coding, the best of several with equal weight (RFC 9110, section 12.5.3); null for
 * uncompressed.
 * @param accepted the value of Accept-Encoding
 */
export function preferredCoding(accepted: string | undefined): string | null {
  if (accepted === undefined) return null;
  const weights = new Map(accepted.split(",").map(weighted));
  const others = weights.get("*") ?? 0;
  // Uncompressed is always possible, but preferred only on request.
  let best: { readonly coding: string | null; readonly weight: number } = {
    coding: null,
    weight: weights.get("identity") ?? 0,
  };
  for (const coding of Object.keys(ENCODERS)) {
    const weight = weights.get(coding) ?? others;
    if (weight > best.weight || (best.coding === null && weight > 0 && weight === best.weight))
      best = { coding, weight };
  }
  return best.coding;
}

function weighted(part: string): readonly [coding: string, weight: number] {
  const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const number = weight === undefined ? 1 : Number(weight.slice(2));
  // The old name of gzip (RFC 9110, section 8.4.1.3).
  return [name === "x-gzip" ? "gzip" : name, number >= 0 && number <= 1 ? number : 0];
}
