/** How the command line parses arguments, and how it refuses invalid ones. */
import { describe, expect, it } from "vitest";
import { runCli } from "../../../../test/support/cli.ts";
import { ranHere } from "./ran-here.ts";

const COMMANDS = [
  "start",
  "simulate",
  "import",
  "migrate",
  "refold",
  "thin",
  "user",
  "token",
  "data-api",
  "docs",
];
/** A command's output on either stream. */
async function ran(...args: string[]): Promise<{ readonly code: number; readonly output: string }> {
  const { code, stdout, stderr } = await ranHere(...args);
  return { code, output: stdout + stderr };
}

describe.each(COMMANDS)("wakelog %s", (name) => {
  it("explains itself for -h, for --help beside anything else, and for wakelog help", async () => {
    const short = await ran(name, "-h");
    expect(short.code).toBe(0);
    expect(await ran(name, "--nonsense", "x", "--help")).toEqual(short);
    expect(await ran("help", name)).toEqual(short);
    expect(short.output.split("\n")[0]).toMatch(new RegExp(`^wakelog ${name}( |$)`));
  });

  it("refuses a flag that it does not have, in a sentence", async () => {
    expect(await ran(name, "x", "--no-such-flag=1")).toEqual({
      code: 64,
      output: `wakelog ${name}: --no-such-flag is not a flag of "wakelog ${name}"; see "wakelog ${name} --help"\n`,
    });
    const { code, output } = await ran(name, "x", "-q");
    expect([code, output]).toEqual([64, expect.stringContaining("-q is not a flag of")]);
  });
});

describe("a flag", () => {
  it("has its value behind it or behind an equals sign", async () => {
    for (const args of [["--api-port", "http"], ["--api-port=http"]]) {
      const { code, output } = await ran("migrate", ...args);
      expect([code, output]).toEqual([78, expect.stringContaining('from 0 to 65535, not "http"')]);
    }
  });

  it("without its value is refused, rather than taking the next flag for one", async () => {
    for (const args of [["--api-port"], ["--api-port", "--web-port=1"]]) {
      const { code, output } = await ran("migrate", ...args);
      expect([code, output]).toEqual([64, expect.stringContaining("--api-port needs a value")]);
    }
  });

  it("that is a switch takes no value", async () => {
    const { code, output } = await ran("simulate", "--fast=yes");
    expect([code, output]).toEqual([64, expect.stringContaining("--fast does not take a value")]);
  });
});

describe("words", () => {
  it("that a command does not take are refused with how it is called", async () => {
    for (const args of [["start", "now"], ["refold"], ["token", "a", "b"], ["data-api", "a", "b"]]) {
      const { code, output } = await ran(...args);
      expect([code, output]).toEqual([64, expect.stringContaining(`usage: wakelog ${args[0]}`)]);
    }
  });
});

it("reaches the process: its exit code, and its output", async () => {
  const command = runCli(["start", "--api-prot=1"]);
  expect(await command.ended).toBe(64);
  expect(command.output()).toContain('--api-prot is not a flag of "wakelog start"');
});
