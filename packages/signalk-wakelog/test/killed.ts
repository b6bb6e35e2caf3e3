/** Programs that are killed. */
import { spawn } from "node:child_process";

/** Runs a program and kills it after its first output. @returns the numbers that it has printed, one a line */
export async function runUntilKilled(
  program: string,
  args: readonly string[],
  afterMs: number,
): Promise<number[]> {
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (data) => {
    if (said === "") setTimeout(() => child.kill("SIGKILL"), afterMs);
    said += data;
  });
  await new Promise((done) => child.once("close", done));
  return said.split("\n").slice(0, -1).map(Number);
}
