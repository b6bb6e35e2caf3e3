import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withDeadline } from "../../src/time/deadline.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let silent: Server;
let url: string;
beforeAll(async () => {
  silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
});
afterAll(() => {
  silent.close();
  silent.closeAllConnections();
});

const ask = (milliseconds: number, stopping: AbortSignal) =>
  withDeadline(milliseconds, stopping, (signal) => fetch(url, { signal })).then(
    () => "an answer",
    (cause: Error) => cause.name,
  );

it("ends an unanswered question, whatever the garbage collector takes away", async () => {
  const collecting = setInterval(collectGarbage, 20);
  try {
    expect(await ask(300, new AbortController().signal)).toBe("TimeoutError");
  } finally {
    clearInterval(collecting);
  }
}, 5_000);

it("ends with what it is part of", async () => {
  const stopping = new AbortController();
  const asked = ask(60_000, stopping.signal);
  stopping.abort();
  expect(await asked).toBe("AbortError");
  expect(await ask(60_000, stopping.signal)).toBe("AbortError");
}, 5_000);
