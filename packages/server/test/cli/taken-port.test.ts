/**
 * A Signal K server on the same machine uses the API's default port: start and `check` say which setting to change,
 * and where.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ranHere } from "./ran-here.ts";

/** As https://signalk.org/specification/1.7.0/doc/connection.html describes it. */
const DISCOVERY = {
  endpoints: { v1: { version: "1.7.0", "signalk-http": "http://localhost:3000/signalk/v1/api/" } },
  server: { id: "signalk-server-node", version: "2.13.5" },
};
const server = createServer((request, answer) => {
  if (request.url === "/signalk")
    answer.setHeader("Content-Type", "application/json").end(JSON.stringify(DISCOVERY));
  else answer.writeHead(404).end("{}");
});
let port = 0;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => server.close());

const settings = () => [
  `--data-dir=${join(tmpdir(), "wakelog-never")}`,
  `--api-port=${port}`,
  ...["--web-port=0", "--admin-port=0", "--db-port=0", "--processes=1"],
];
const said = () =>
  new RegExp(
    `the API cannot use port ${port}: a Signal K server has it\\. Write WAKELOG_API_PORT=(\\d+) into \\.env, and enter http://localhost:\\1 in`,
  );

it("names a Signal K server that has the port, and the line for .env", async () => {
  const { code, stderr } = await ranHere("start", ...settings());
  expect(code).toBe(1);
  expect(stderr).toMatch(said());
});

it("says the same when the set-up is checked", async () => {
  const { code, stdout } = await ranHere("check", ...settings());
  expect(code).toBe(1);
  expect(stdout).toMatch(said());
});
