/** Addresses entered by users lead to the public internet, or nowhere. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UndeliverableError } from "../../../../src/people/notifications/channels/channel.ts";
import {
  isPublic,
  isRemote,
  openPersonPost,
} from "../../../../src/people/notifications/channels/person-address.ts";
import { type Receiver, startReceiver } from "../../../people/notifications/servers/receiver.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const POSTING = { headers: {}, body: "hello" };
const post = (url: string, allowsPrivate = false) => openPersonPost(allowsPrivate)(url, POSTING);

describe("a private address", () => {
  it.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0.0.0.0",
    "localhost",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "user:pass@127.0.0.1",
  ])("is not posted to, however it is written: %s", async (host) => {
    await expect(post(`http://${host}:${receiver.port}/`)).rejects.toThrow(UndeliverableError);
    await expect(post(`http://${host}:${receiver.port}/`)).rejects.toThrow(/private network/);
    expect(receiver.received).toEqual([]);
  });

  it("is also a public one of this machine, however it is written", () => {
    const common = { netmask: "", mac: "", internal: false, cidr: null };
    const interfaces = {
      eth0: [
        { ...common, family: "IPv4" as const, address: "203.0.114.5" },
        { ...common, family: "IPv6" as const, address: "2a01:4f8:0:0::5", scopeid: 0 },
      ],
    };
    for (const own of ["203.0.114.5", "::ffff:203.0.114.5", "2a01:4f8::5", "2A01:04F8::0:5"])
      expect([own, isRemote(own, interfaces)]).toEqual([own, false]);
    for (const other of ["203.0.114.6", "2a01:4f8::6"]) expect(isRemote(other, interfaces)).toBe(true);
  });

  it("is posted to where the operator allows it", async () => {
    expect(await post(`${receiver.url}/allowed`, true)).toBe(200);
    expect(await post(`http://localhost:${receiver.port}/allowed`, true)).toBe(200);
    expect(receiver.at("/allowed").map(({ body }) => body.toString())).toEqual(["hello", "hello"]);
  });
});

describe("an address", () => {
  it.each(["", "example.org", "ftp://example.org/", "file:///etc/passwd", "http://", "javascript:alert(1)"])(
    "that is none of HTTP is refused: %s",
    async (address) => {
      await expect(post(address, true)).rejects.toThrow(UndeliverableError);
    },
  );

  it("whose name does not exist is not a public one's failure, and its text is not told", async () => {
    await expect(post("http://unknown.invalid/secret?key=1")).rejects.toThrow(
      /^The address cannot be reached/,
    );
    await expect(post("http://unknown.invalid/secret?key=1")).rejects.not.toThrow(/secret/);
  });

  it("that wants to speak another protocol has answered", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await post(`http://127.0.0.1:${port}/`, true)).toBe(101);
    server.close();
  });

  it("that answers without end is cut off", async () => {
    receiver.answer("/long", { status: 200, body: "x".repeat(5_000_000) });
    expect(await post(`${receiver.url}/long`, true)).toBe(200);
  });
});

describe("what is public", () => {
  it.each(["1.1.1.1", "193.166.3.2", "2001:4860:4860::8888", "::ffff:8.8.8.8"])(
    "is public: %s",
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );

  it("is no address of the ranges that are kept for something else (RFC 6890)", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const ranges: readonly fc.Arbitrary<string>[] = [
      fc.tuple(octet, octet, octet).map((rest) => `10.${rest.join(".")}`),
      fc.tuple(octet, octet, octet).map((rest) => `127.${rest.join(".")}`),
      fc.tuple(octet, octet, octet).map((rest) => `0.${rest.join(".")}`),
      fc.tuple(octet, octet).map((rest) => `169.254.${rest.join(".")}`),
      fc.tuple(octet, octet).map((rest) => `192.168.${rest.join(".")}`),
      fc.tuple(fc.integer({ min: 16, max: 31 }), octet, octet).map((rest) => `172.${rest.join(".")}`),
      fc.tuple(fc.integer({ min: 64, max: 127 }), octet, octet).map((rest) => `100.${rest.join(".")}`),
      fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet).map((rest) => rest.join(".")),
    ];
    const reserved = fc.oneof(...ranges);
    fc.assert(
      fc.property(reserved, (address) => {
        expect([isPublic(address), isPublic(`::ffff:${address}`)]).toEqual([false, false]);
      }),
    );
  });

  it.each([
    "fe80::1",
    "fc00::1",
    "fd12::1",
    "ff02::1",
    "::",
    "::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "64:ff9b::a00:1",
    "::7f00:1",
    "::5efe:7f00:1",
    "4000::1",
    "x",
  ])("is not %s", (address) => {
    expect(isPublic(address)).toBe(false);
  });
});
