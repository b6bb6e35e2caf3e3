declare module "http_ece" {
  import type { ECDH } from "node:crypto";
  /** Decrypts a body with a content coding of RFC 8188. */
  export function decrypt(
    body: Buffer,
    parameters: { readonly version: "aes128gcm"; readonly privateKey: ECDH; readonly authSecret: string },
  ): Buffer;
}
