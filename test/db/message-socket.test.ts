import { createServer, type Socket } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { messageSocket } from "../../src/db/message-socket.ts";

/** A message of the protocol: type, length with itself, content. */
function message(content: Buffer): Buffer {
  const head = Buffer.from("D\0\0\0\0");
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** What arrives of `sent` in the pieces that a server sends. */
async function received(pieces: readonly Buffer[], config = {}): Promise<readonly Buffer[]> {
  const server = createServer(async (socket: Socket) => {
    socket.setNoDelay(true);
    for (const piece of pieces) await new Promise((done) => socket.write(piece, done));
    socket.end();
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const socket = messageSocket(config);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
  socket.connect(port, "127.0.0.1");
  await new Promise((done) => socket.once("close", done));
  await new Promise((done) => server.close(done));
  return chunks;
}

/** Cuts at places given as shares of the whole. */
function cut(whole: Buffer, shares: readonly number[]): readonly Buffer[] {
  const places = [
    0,
    ...shares.map((share) => Math.floor(share * whole.length)).sort((a, b) => a - b),
    whole.length,
  ];
  return places.slice(1).map((place, i) => whole.subarray(places[i], place));
}

/** Whether a chunk is messages and nothing else. */
function isWhole(chunk: Buffer): boolean {
  let at = 0;
  while (at + 5 <= chunk.length) at += 1 + chunk.readUInt32BE(at + 1);
  return at === chunk.length;
}

test("hands on every byte in order, and only whole messages, however they were cut on the way", async () => {
  const sizes = fc.array(fc.oneof(fc.nat(40), fc.nat(3_000), fc.nat(200_000)), {
    minLength: 1,
    maxLength: 12,
  });
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, shares, async (lengths, places) => {
      const whole = Buffer.concat(lengths.map((length, i) => message(Buffer.alloc(length, i + 1))));
      const chunks = await received(cut(whole, places));
      expect(Buffer.concat(chunks).equals(whole)).toBe(true);
      expect(chunks.filter((chunk) => !isWhole(chunk))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("takes a message of many megabytes, and small ones behind it", async () => {
  const whole = Buffer.concat([
    message(Buffer.alloc(20_000_000, 7)),
    message(Buffer.from("a")),
    message(Buffer.from("")),
  ]);
  expect(Buffer.concat(await received([whole])).equals(whole)).toBe(true);
});

test("hands on a lone byte where the connection is to be encrypted: it is the answer to that wish", async () => {
  expect(Buffer.concat(await received([Buffer.from("S")], { ssl: true })).toString()).toBe("S");
});
