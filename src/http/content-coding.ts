/** Compressed bodies in both directions (RFC 9110, section 8.4): what clients send, and what travels back to them. */
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip, inflate } from "node:zlib";
import { ApiError } from "../errors.ts";
import { bodyTooLarge } from "./request-body.ts";

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  "x-gzip": promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  deflate: promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
};

/** Brotli's default level takes a hundred times as long for a tenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const toBrotli = promisify((body: Buffer, done: (error: Error | null, result: Buffer) => void) =>
  brotliCompress(body, BROTLI, done),
);
const toGzip = promisify((body: Buffer, done: (error: Error | null, result: Buffer) => void) =>
  gzip(body, done),
);

/** The codings for answers, the better first. */
const ENCODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = { br: toBrotli, gzip: toGzip };

/** Bytes; shorter answers fit into a packet or two as they are. */
const WORTH_IT = 1024;

/**
 * The body of a request, decoded.
 * @param coding the value of Content-Encoding
 * @param limit most bytes after decoding
 * @throws ApiError 415 if the coding is not known, 413 if the body is too large, 400 if it is broken
 */
export async function decode(body: Buffer, coding: string | undefined, limit: number): Promise<Buffer> {
  const name = coding?.trim().toLowerCase() ?? "identity";
  if (body.length === 0 || name === "identity" || name === "") return body;
  const decoder = DECODERS[name];
  if (decoder === undefined) {
    throw new ApiError({
      code: "PT415",
      status: 415,
      message: `Content-Encoding "${name}" is not understood`,
      hint: `Send the body as it is, or as ${Object.keys(DECODERS).join(", ")}.`,
    });
  }
  try {
    return await decoder(body, { maxOutputLength: limit });
  } catch (cause) {
    if (cause instanceof RangeError) throw bodyTooLarge(limit);
    throw new ApiError({
      code: "PGRST102",
      status: 400,
      message: `The body is not valid ${name}`,
      hint: "Check that it was sent whole.",
      cause,
    });
  }
}

/** An answer's body as it travels. */
export interface Coded {
  readonly body: Buffer | string;
  /** The value of Content-Encoding; null for a body as it is. */
  readonly coding: string | null;
  /** Whether the answer depends on Accept-Encoding. */
  readonly varies: boolean;
}

/**
 * The body of an answer, compressed where the client takes it and it is worth it.
 * @param accepted the value of Accept-Encoding
 * @param type the value of Content-Type
 */
export async function encode(
  body: Buffer | string,
  accepted: string | undefined,
  type: string | undefined,
): Promise<Coded> {
  if (Buffer.byteLength(body) < WORTH_IT || !isText(type)) return { body, coding: null, varies: false };
  const coding = preferred(accepted);
  const encoder = coding === null ? undefined : ENCODERS[coding];
  if (encoder === undefined) return { body, coding: null, varies: true };
  return { body: await encoder(Buffer.from(body)), coding, varies: true };
}

/** Pictures and archives are compressed already. */
function isText(type: string | undefined): boolean {
  return type !== undefined && /^(text\/|application\/([\w.+-]*(json|xml|kml|gpx|openapi)))/i.test(type);
}

/** The coding that the client likes best; of several that it likes alike, the better one. RFC 9110, section 12.5.3. */
function preferred(accepted: string | undefined): string | null {
  const weights = new Map(
    (accepted ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const [best] = Object.keys(ENCODERS).sort((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) > 0 ? best : null;
}
