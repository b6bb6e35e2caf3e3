/** A boat in a process of its own, which is killed. */
import { spawn } from "node:child_process";
import { join } from "node:path";

/** Lets a boat sail and kills it. @param afterMs its first row; @returns the serials of rows that its buffer had */
export async function sailUntilKilled(
  folder: string,
  line: string,
  first: number,
  afterMs: number,
): Promise<number[]> {
  const program = join(import.meta.dirname, "quick-boat.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, folder, line, String(first)], {
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
