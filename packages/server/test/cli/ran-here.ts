/** Runs the command line in this process: a process for each case would take minutes. */
import { vi } from "vitest";
import { main } from "../../src/cli/main.ts";

export interface RanHere {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function ranHere(...args: readonly string[]): Promise<RanHere> {
  const written = { stdout: "", stderr: "" };
  const into = (name: keyof typeof written) => (text: unknown) => {
    written[name] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(into("stdout")),
    vi.spyOn(process.stderr, "write").mockImplementation(into("stderr")),
    // Vitest replaces the console.
    vi.spyOn(console, "log").mockImplementation((text) => void into("stdout")(`${text}\n`)),
  ];
  const before = process.exitCode;
  process.exitCode = 0;
  // The settings of the tests themselves are no settings of the command.
  const told = Object.entries(process.env).filter(([name]) => name.startsWith("WAKELOG_"));
  for (const [name] of told) delete process.env[name];
  try {
    await main(args);
    return { code: Number(process.exitCode), ...written };
  } finally {
    process.exitCode = before;
    Object.assign(process.env, Object.fromEntries(told));
    for (const spy of spies) spy.mockRestore();
  }
}
