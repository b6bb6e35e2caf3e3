/** Messages to browsers: encrypted, signed, and forgotten when they have ended. */
import { createECDH, createPublicKey, verify } from "node:crypto";
import { decrypt } from "http_ece";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { type Receiver, startReceiver } from "./servers/receiver.ts";

let receiver: Receiver;
let service: TestService;
let api: Client;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({
    WAKELOG_PRIVATE_WEBHOOKS: "true",
    WAKELOG_WEB_URL: "https://log.harbour.example",
  });
  api = client(service.apiUrl);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const prefer = (sailor: Sailor, key: string, value: unknown) =>
  api.post("/rpc/update_user_preferences_fn", { key: `{${key}}`, value }, { token: sailor.userToken });
const test = (sailor: Sailor, channel: unknown) =>
  api.post("/rpc/test_notification_fn", { channel }, { token: sailor.userToken });

async function provenSailor(boat: string): Promise<Sailor> {
  const sailor = await newSailor(api, boat);
  await prove(service, sailor.email);
  return sailor;
}

describe("a browser", () => {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = Buffer.alloc(16, 9).toString("base64url");
  const keys = { p256dh: browser.getPublicKey("base64url"), auth };

  it("decrypts its message, and its push service can tell who sent it", async () => {
    const sailor = await provenSailor("Brow");
    const endpoint = `${receiver.url}/push/1`;
    expect((await prefer(sailor, "webpush_subscriptions", JSON.stringify([{ endpoint, keys }]))).json).toBe(
      true,
    );
    expect((await test(sailor, "webpush")).json.state).toBe("sent");
    const { settings } = (await api.get("/rpc/settings_fn", { token: sailor.userToken })).json;
    expect(settings.preferences.webpush_subscriptions).toEqual([{ endpoint, keys }]);

    const [posted] = receiver.at("/push/1");
    expect(posted?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    const plain = decrypt(posted?.body ?? Buffer.alloc(0), {
      version: "aes128gcm",
      privateKey: browser,
      authSecret: auth,
    });
    expect(JSON.parse(plain.toString())).toMatchObject({
      title: "Wakelog reaches you here",
      event: { type: "test", data: { boat: "Brow" } },
    });

    const [, token = "", key = ""] =
      /^vapid t=([^,]+), k=(\S+)$/.exec(posted?.headers.authorization ?? "") ?? [];
    expect(key).toBe(settings.webpush_public_key);
    const [head, claims, signature = ""] = token.split(".");
    const point = Buffer.from(key, "base64url");
    const publicKey = createPublicKey({
      format: "jwk",
      key: {
        kty: "EC",
        crv: "P-256",
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33).toString("base64url"),
      },
    });
    const isGenuine = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    expect(isGenuine).toBe(true);
    const claimed = JSON.parse(Buffer.from(claims ?? "", "base64url").toString());
    expect(claimed).toMatchObject({ aud: receiver.url, sub: "https://log.harbour.example" });
    expect(claimed.exp - Date.now() / 1000).toBeLessThan(24 * 3600);
  });

  it("whose subscription has ended is forgotten, and the other one stays", async () => {
    const sailor = await provenSailor("Gone");
    const subscriptions = ["gone", "stays"].map((name) => ({
      endpoint: `${receiver.url}/push/${name}`,
      keys,
    }));
    receiver.answer("/push/gone", { status: 410 });
    await prefer(sailor, "webpush_subscriptions", JSON.stringify(subscriptions));
    expect((await test(sailor, "webpush")).json).toMatchObject({ state: "failed" });
    const { settings } = (await api.get("/rpc/settings_fn", { token: sailor.userToken })).json;
    expect(settings.preferences.webpush_subscriptions).toEqual(subscriptions.slice(1));
  });
});
