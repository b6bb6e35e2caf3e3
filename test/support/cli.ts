/** Runs the command line in its own process. */
import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";

/** The package's command, as users run it: in a clone it first builds what is stale, all in one process. */
const COMMAND = resolve(import.meta.dirname, "../../packages/server/bin/wakelog");

export interface Running {
  readonly process: ChildProcess;
  /** All output so far. */
  output(): string;
  /** Waits until the output matches; fails with the output if the process ends or time is up first. */
  until(pattern: RegExp, milliseconds?: number): Promise<RegExpExecArray>;
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>;
}

/** Runs `wakelog …args`, of this package or of an installed one, with only PATH and HOME of the test's environment. */
export function runCli(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  command = COMMAND,
): Running {
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    text += String(chunk);
  });
  const ended = new Promise<number | string>((done) =>
    child.once("close", (code, signal) => done(code ?? signal ?? "")),
  );
  return {
    process: child,
    output: () => text,
    ended,
    async until(pattern, milliseconds = 90_000) {
      const deadline = Date.now() + milliseconds;
      let over = false;
      void ended.then(() => {
        over = true;
      });
      for (;;) {
        const match = pattern.exec(text);
        if (match !== null) return match;
        if (over || Date.now() > deadline) throw new Error(`${pattern} did not appear in:\n${text}`);
        await new Promise((done) => setTimeout(done, 25));
      }
    },
  };
}
