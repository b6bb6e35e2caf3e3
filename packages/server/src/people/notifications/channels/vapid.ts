/** The key that identifies this installation to web push services (VAPID, RFC 8292). */
import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";

export interface VapidKeys {
  /** The uncompressed point of P-256, base64url, as browsers expect it. */
  readonly publicKey: string;
  /** The header that authorises our messages at a push service's origin. */
  authorization(origin: string, subject: string): Promise<string>;
}

/** Push services refuse signatures valid for more than a day. */
const VALID_SECONDS = 12 * 3600;

/** Keys derived from the installation's secret: always the same, and not stored. */
export function vapidKeys(secret: string): VapidKeys {
  const { privateKey, publicKey } = derived(secret);
  return {
    publicKey,
    async authorization(origin, subject) {
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: "ES256", typ: "JWT" })
        .setAudience(origin)
        .setSubject(subject)
        .setExpirationTime(Math.floor(Date.now() / 1000) + VALID_SECONDS)
        .sign(privateKey);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}

function derived(secret: string): { readonly privateKey: KeyObject; readonly publicKey: string } {
  for (let round = 0; ; round++) {
    const scalar = Buffer.from(hkdfSync("sha256", secret, "", `web push ${round}`, 32));
    const pair = createECDH("prime256v1");
    try {
      pair.setPrivateKey(scalar);
    } catch {
      // One number in four thousand million is no key of this curve.
      continue;
    }
    const point = pair.getPublicKey();
    const jwk = {
      kty: "EC",
      crv: "P-256",
      d: scalar.toString("base64url"),
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    };
    return {
      privateKey: createPrivateKey({ key: jwk, format: "jwk" }),
      publicKey: point.toString("base64url"),
    };
  }
}
