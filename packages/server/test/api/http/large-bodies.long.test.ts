/** Large bodies through the front door: refused in a sentence, or taken, and never a fault of the service. */
import { beforeAll, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;
beforeAll(async () => {
  sailor = await newSailor(api, "Large");
  await api.post("/metadata", { name: "Large", plugin_version: "1" }, { token: sailor.vesselToken });
});

const send = (path: string, body: string, type = "application/json") =>
  fetch(`${service.apiUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${sailor.userToken}`, "content-type": type },
    body,
  });

const keys = (count: number): string => Array.from({ length: count }, (_, at) => `"a${at}":1`).join(",");

it.each([
  ["a million arguments", "/rpc/versions_fn", `{${keys(1_000_000)}}`],
  ["a few thousand arguments", "/rpc/versions_fn", `{${keys(5_000)}}`],
  ["a million columns", "/stays", `[{${keys(1_000_000)}}]`],
  ["14 million levels", "/stays", `[{"notes":${"[".repeat(14_000_000)}`],
  ["14 million levels that are measurements", "/metrics", "[".repeat(14_000_000)],
  ["levels of objects", "/rpc/settings_fn", '{"a":'.repeat(5_000_000)],
  ["millions of rows that are numbers", "/stays", `[${"1,".repeat(14_000_000)}1]`],
])("%s are refused in a sentence", async (_what, path, body) => {
  const answer = await send(path, body);
  expect([400, 413]).toContain(answer.status);
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/ at most /) });
});

it.each([
  ["a field of 30 MB, quoted", `notes\n"${"x".repeat(30_000_000)}"\n`],
  ["a field of 30 MB", `notes\n${"x".repeat(30_000_000)}\n`],
  ["millions of quotes", `notes\n"${'""'.repeat(15_000_000)}"\n`],
  ["a quote that is not closed", `notes\n"${"x".repeat(30_000_000)}`],
  ["5 million columns", `${"a,".repeat(5_000_000)}b\n1\n`],
])("a table with %s is refused in a sentence", async (_what, body) => {
  const answer = await send("/stays", body, "text/csv");
  expect([400, 413]).toContain(answer.status);
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/ at most |parse error/) });
});
