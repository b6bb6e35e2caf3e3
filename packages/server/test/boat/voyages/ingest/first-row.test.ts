/** A boat that sends rows with the guide's command alone, and never describes itself. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { commandsIn } from "../../../../../../checks/documents/documents.ts";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

const run = promisify(execFile);
const service = serviceForTests();
const { api } = service;
let sailor: Sailor;

const answerTo = async (path: string) => (await api.get(path, { token: sailor.userToken })).json;

beforeAll(async () => {
  sailor = await newSailor(api, "By hand");
});

it("is whole from her first row on", async () => {
  const vessel = "/vessels_view?select=name,active,offline";
  expect(await answerTo(vessel)).toEqual([{ name: "By hand", active: null, offline: null }]);

  const [command = "", ...others] = commandsIn("docs/connecting.md").filter((one) => one.includes("--data"));
  expect(others).toEqual([]);
  const { stdout } = await run("bash", ["-c", command], {
    env: { PATH: process.env.PATH ?? "", API: service.apiUrl, TOKEN: sailor.vesselToken },
  });
  expect(JSON.parse(stdout)).toHaveLength(1);

  expect(await answerTo(vessel)).toEqual([{ name: "By hand", active: true, offline: false }]);
  expect(await answerTo("/rpc/first_steps_fn")).toMatchObject({ plugin: true, rows: true });
  expect(await answerTo("/rpc/live_state_fn")).toMatchObject({ connection: "online" });
  expect(await answerTo("/metadata?select=name,active")).toEqual([{ name: "By hand", active: true }]);
});
