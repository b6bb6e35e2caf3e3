/** The output of `wakelog start` can be pasted and opened: on this machine, and on others in its networks. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { programAsCalled, welcome } from "../../src/cli/start/welcome.ts";

const service = {
  apiUrl: "http://localhost:3500",
  webUrl: "http://localhost:8080",
  adminUrl: "http://localhost:3001",
  database: "embedded",
  data: "/var/lib/wakelog",
};
const config = { host: "127.0.0.1", apiUrl: "", webUrl: "", parts: "api,web" } as const;
const how = { seconds: "1.0", program: "npx wakelog", addresses: ["192.168.1.20", "10.0.0.2"] };

it("names the API in the command that it suggests, unless it is the default", () => {
  expect(welcome(service, config, how)).toContain("  npx wakelog simulate --api-url http://localhost:3500  ");
  const usual = { ...service, apiUrl: "http://localhost:3000" };
  expect(welcome(usual, config, how)).toContain("  npx wakelog simulate  ");
});

it.each(["0.0.0.0", "::"])("lists the addresses in this machine's networks if it listens on %s", (host) => {
  const text = welcome(service, { ...config, host }, how);
  expect(text).toContain(
    [
      "  Dashboard   http://localhost:8080",
      "              http://192.168.1.20:8080",
      "              http://10.0.0.2:8080",
      "  API         http://localhost:3500",
      "              http://192.168.1.20:3500",
      "              http://10.0.0.2:3500",
      "  Operations  http://localhost:3001",
    ].join("\n"),
  );
  expect(welcome(service, config, how)).not.toContain("192.168.1.20");
});

it("shows both public addresses where they are set", () => {
  const chosen = {
    host: "0.0.0.0",
    apiUrl: "https://log.example.org/api",
    webUrl: "https://log.example.org",
  };
  const text = welcome({ ...service, apiUrl: chosen.apiUrl }, { ...config, ...chosen }, how);
  expect(text).toContain(
    "  Dashboard   https://log.example.org\n  API         https://log.example.org/api\n  Operations",
  );
  expect(text).toContain("simulate --api-url https://log.example.org/api ");
});

it("calls the program as the user did", () => {
  expect(programAsCalled("/home/sea/log/node_modules/.bin/wakelog", "/home/sea/log")).toBe("npx wakelog");
  expect(programAsCalled("/opt/wakelog/bin/wakelog", "/opt/wakelog")).toBe("./bin/wakelog");
  expect(programAsCalled("/usr/local/bin/wakelog", "/home/sea")).toBe("/usr/local/bin/wakelog");
  const odd = "/home/sea/Anna's böot/bin/wakelog";
  expect(execFileSync("sh", ["-c", `printf %s ${programAsCalled(odd, "/")}`], { encoding: "utf8" })).toBe(
    odd.replace("/", "./"),
  );
});
