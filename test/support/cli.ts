/** Starts the command line as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// A loader in the same process, so that a signal reaches the service itself.
const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;
const entry = resolve(import.meta.dirname, "run-cli.ts");

export interface Running {
  readonly process: ChildProcess;
  /** All output so far. */
  output(): string;
  /** Waits until the output matches; fails with the output when the process ends or time is up first. */
  until(pattern: RegExp, milliseconds?: number): Promise<RegExpExecArray>;
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>;
}

/** Runs `wakelog …args`; nothing of the test's own environment but PATH and HOME is passed on. */
export function runCli(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, ["--import", tsx, entry, ...args], {
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
