/** Encrypts web push messages (RFC 8291: content coding aes128gcm of RFC 8188, in one record). */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { Subscription } from "../wishes.ts";

/** Larger than any message, so one record is enough. */
const RECORD_SIZE = 4096;
/** What fits into the body that every push service accepts (RFC 8030, 7.2) besides header, padding and tag. */
export const PLAIN_BYTES = RECORD_SIZE - 86 - 17;

/**
 * The body of a push message.
 * @throws Error if the browser's keys are invalid
 */
export function encryptedFor({ keys }: Subscription, plain: Uint8Array): Buffer {
  const theirs = Buffer.from(keys.p256dh, "base64url");
  const pair = createECDH("prime256v1");
  const ours = pair.generateKeys();
  const shared = pair.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const input = derive(shared, Buffer.from(keys.auth, "base64url"), info, 32);
  const salt = randomBytes(16);
  const key = derive(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // Padding of the last record starts with 2.
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, sealed, cipher.getAuthTag()]);
}

/** HKDF with SHA-256 (RFC 5869). */
function derive(input: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", input, salt, info, bytes));
}
